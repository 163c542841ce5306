// The editor: CodeMirror, our languages, errors in place.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { HighlightStyle, StreamLanguage, bracketMatching, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const WORDS = /^(?:let|in|var|if|else|for|skip|sync|param|assume|threads|rd|wr|tid|true|false|min|max)\b/;
const jaminan = StreamLanguage.define({
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^\/\/.*/)) return "comment";
    if (stream.match(WORDS)) return "keyword";
    if (stream.match(/^[A-Za-z_]\w*/)) return "variableName";
    if (stream.match(/^\d+/)) return "number";
    stream.next();
    return "operator";
  },
});
const classes = HighlightStyle.define([
  { tag: tags.keyword, class: "tok-keyword" }, { tag: tags.controlKeyword, class: "tok-keyword" }, { tag: tags.typeName, class: "tok-keyword" },
  { tag: tags.comment, class: "tok-comment" }, { tag: tags.number, class: "tok-number" }, { tag: tags.string, class: "tok-string" },
]);
const language = new Compartment();
const of = (name) => (/\.(cu|cuh|cl)$/.test(name) ? cpp() : jaminan);

export function editor(parent, text, name, changed) {
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightSpecialChars(), bracketMatching(), lintGutter(), EditorView.lineWrapping,
        syntaxHighlighting(classes), language.of(of(name)), keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ "aria-label": "Program text" }),
        EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
      ],
    }),
  });
}

export function setText(view, text) {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

export function setName(view, name) { view.dispatch({ effects: language.reconfigure(of(name)) }); }

/** Marks an error in its place. */
export function mark(view, error) {
  const length = view.state.doc.length;
  const at = error && error.from !== null && error.from !== undefined && error.from <= length;
  const diagnostics = at ? [{ from: error.from, to: Math.min(length, Math.max(error.to, error.from)), severity: "error", message: error.message }] : [];
  view.dispatch(setDiagnostics(view.state, diagnostics));
}
