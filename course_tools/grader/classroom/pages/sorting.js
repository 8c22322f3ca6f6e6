// A table sorts itself when the head of a column is pressed; without this script it stays as it is.
for (const table of document.querySelectorAll("table.sortable")) {
  const rows = table.tBodies[0];
  const told = table.closest("section, main").querySelector("[aria-live]");
  const heads = [...table.tHead.rows[0].cells];

  const value = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.value === undefined ? cell.textContent.trim() : Number(cell.dataset.value);
  };
  const compare = (one, other) =>
    typeof one === "number" && typeof other === "number"
      ? one - other
      : String(one).localeCompare(String(other), "en", { numeric: true });

  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const sign = down ? -1 : 1;
      // Rows that are equal keep their order, so that two columns can be sorted one by one.
      const sorted = [...rows.rows].sort((a, b) => sign * compare(value(a, column), value(b, column)));
      rows.append(...sorted);
      if (told) {
        told.textContent = `Sorted by ${button.textContent}, ${down ? "falling" : "rising"}.`;
      }
    });
  });
}

// A link to a part that is folded opens it.
const unfold = () => {
  const part = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = part; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  if (part) part.scrollIntoView();
};
addEventListener("hashchange", unfold);
unfold();
