// What mdBook leaves to be done for the keyboard and for screen readers.
"use strict";
{
  const toggle = document.getElementById("mdbook-sidebar-toggle");
  toggle.setAttribute("role", "button");
  toggle.tabIndex = 0;
  toggle.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    toggle.click();
  });
  // What scrolls sideways can be reached.
  function reach() {
    for (const wide of document.querySelectorAll("main pre > code, main pre, main table, main .rule .text")) {
      if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
      else wide.removeAttribute("tabindex");
    }
  }
  reach();
  addEventListener("resize", reach);
}
