// An editor for programs: colours, diagnostics and costs come from outside, as the compiler sees them.
// It lives in a shadow root, whose styles are objects: the page's policy allows no style in the text of a page.
import {defaultKeymap, history, historyKeymap, indentWithTab} from "@codemirror/commands";
import {lintGutter, lintKeymap, setDiagnostics} from "@codemirror/lint";
import {EditorState, RangeSet, StateEffect, StateField} from "@codemirror/state";
import {Decoration, EditorView, GutterMarker, drawSelection, gutter, highlightActiveLine, keymap, lineNumbers} from "@codemirror/view";

/** A set of ranges that moves with the text, and is replaced by an effect. */
function rangesField(provide) {
  const replace = StateEffect.define();
  const field = StateField.define({
    create: () => RangeSet.empty,
    update: (ranges, change) => {
      const replaced = change.effects.find(effect => effect.is(replace));
      return replaced ? replaced.value : ranges.map(change.changes);
    },
    provide,
  });
  return {field, replace};
}

class Cost extends GutterMarker {
  constructor(text) { super(); this.text = text; }
  eq(other) { return other.text === this.text; }
  toDOM() { return document.createTextNode(this.text); }
}

const colors = rangesField(field => EditorView.decorations.from(field));
const costs = rangesField(() => []);

/** Colours by lines of pieces: a letter for the class, and the piece. */
function colorRanges(doc, lines, classes) {
  const ranges = [];
  for (let number = 1; number <= Math.min(doc.lines, lines.length); ++number) {
    let at = doc.line(number).from;
    for (const piece of lines[number - 1]) {
      const end = at + piece.length - 1, name = classes[piece[0]];
      if (name && end > at && end <= doc.length) ranges.push(Decoration.mark({class: name}).range(at, end));
      at = end;
    }
  }
  return RangeSet.of(ranges, true);
}

globalThis.createEditor = ({parent, theme, classes, onChange, onSave}) => {
  const root = parent.attachShadow({mode: "open"});
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      extensions: [
        lintGutter(), lineNumbers(), gutter({class: "cm-costs", markers: view => view.state.field(costs.field)}),
        history(), drawSelection(), highlightActiveLine(), colors.field, costs.field, EditorView.theme(theme),
        EditorState.tabSize.of(4), EditorView.contentAttributes.of({"aria-label": "Program"}),
        keymap.of([{key: "Mod-s", run: () => { onSave(); return true; }}, ...lintKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.updateListener.of(update => { if (update.docChanged) onChange(); }),
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    setText: text => view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: text}}),
    setColors: lines => view.dispatch({effects: colors.replace.of(colorRanges(view.state.doc, lines, classes))}),
    /** [{from, to, severity, message}], in UTF-16 units. */
    setDiagnostics: all => {
      const inside = at => Math.max(0, Math.min(at, view.state.doc.length));
      view.dispatch(setDiagnostics(view.state, all.map(one => ({...one, from: inside(one.from), to: inside(one.to)}))));
    },
    /** [[line, text]], in the order of the lines. */
    setCosts: lines => view.dispatch({effects: costs.replace.of(RangeSet.of(
      lines.filter(([line]) => line <= view.state.doc.lines).map(([line, text]) => new Cost(text).range(view.state.doc.line(line).from))))}),
    goTo: line => {
      const at = view.state.doc.line(Math.min(line, view.state.doc.lines)).from;
      view.dispatch({selection: {anchor: at}, effects: EditorView.scrollIntoView(at, {y: "center"})});
      view.focus();
    },
  };
};
