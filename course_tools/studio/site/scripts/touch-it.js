// The tree of `what_if`, in the page itself.

import { modelOf } from "./living.js";
import widget from "./touch.js";

export function mount(el, story) {
  widget.render({ model: modelOf({ story }), el });
}
