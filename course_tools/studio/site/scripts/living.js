// Brings to life what lies in a page of the site: each `.course-live` holds its still form and, as
// JSON, what its script needs. A script is loaded when its place comes near, and asks no server.

const dark = () => {
  const { documentElement: page } = document;
  page.dataset.jpThemeLight = String(page.dataset.theme !== "dark"); // as the widgets know it
};
new MutationObserver(dark).observe(document.documentElement, { attributeFilter: ["data-theme"] });
dark();

// What a widget's script wants of its model, when nobody but the page holds it.
export function modelOf(values, told = () => {}) {
  const listeners = [];
  return {
    get: (name) => values[name],
    set(name, value) {
      values[name] = value;
      for (const [names, listener] of listeners) if (names.includes(`change:${name}`)) listener();
    },
    save_changes: told,
    send: told,
    on: (names, listener) => listeners.push([names.split(" "), listener]),
    off: () => {},
  };
}

async function wake(place) {
  const data = place.querySelector('script[type="application/json"]');
  const { mount } = await import(`./${place.dataset.live}.js`);
  const living = document.createElement("div");
  await mount(living, JSON.parse(data.textContent));
  place.replaceChildren(living);
  place.dataset.awake = "yes";
}

const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    wake(target);
  }
}, { rootMargin: "800px" });
for (const place of document.querySelectorAll(".course-live")) near.observe(place);

// Beside each cell of a lesson stands the way to it in the browser edition, where that is here.
const edition = document.querySelector("a.course-run");
for (const cell of edition ? document.querySelectorAll(".cell[class*='tag_cell-']") : []) {
  const [, id] = cell.className.match(/tag_cell-([\w-]+)/);
  const link = Object.assign(document.createElement("a"), {
    className: "course-go-on", textContent: edition.dataset.goOn,
    href: `${edition.href}&cell=${id}`,
  });
  cell.append(link);
}
