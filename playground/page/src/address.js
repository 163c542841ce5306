// The program in the address: `#view/name/text`, each part encoded.
export function read(hash) {
  const [view, name, text] = hash.replace(/^#/, "").split("/").map((part) => { try { return decodeURIComponent(part); } catch { return ""; } });
  return name && text !== undefined ? { view, name, text } : { view };
}
export const write = ({ view, name, text }) => `#${[view, name, text].map(encodeURIComponent).join("/")}`;
