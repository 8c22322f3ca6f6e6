// A search that is traced again on every save: the film is loaded anew, at the step where it was.

import { at, follow } from "./news.js";

const film = at("film");
film.addEventListener("load", () => film.contentWindow.focus()); // its keys work at once

follow(({ number, note }) => {
  at("note").textContent = note;
  const where = film.contentWindow.location;
  film.src = `film?version=${number}${where.hash}`;
}, at("line"));
