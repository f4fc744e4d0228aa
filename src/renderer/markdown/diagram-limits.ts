/** Larger diagrams stay source: laying one out holds up the window. */
export const MOST_CHARACTERS = 5_000
export const MOST_EDGES = 150
const MOST_LINES = 150

/** The kinds of diagrams whose work grows with the words in them. */
const WORDED =
  /^(?:graph|flowchart|sequenceDiagram|classDiagram|stateDiagram|erDiagram|journey|requirementDiagram|gitGraph|mindmap|timeline|architecture|kanban|C4)/

/** The kinds that hold numbers as well. */
const NUMBERED = /^(?:gantt|pie|quadrantChart|xychart|sankey)/

/** Directives that make a small diagram endless: custom ticks and calendars, and ranges of large numbers. */
const ENDLESS = /^\s*(?:tickInterval|excludes|includes|ticks)\b|\d{5}/m

/** Settings inside a diagram may lift the limits. */
const SETTINGS = /%%\{|^---/m

/** Whether drawing a diagram takes a bounded time. */
export function isDrawable(source: string): boolean {
  const lines = source.split('\n').filter((line) => line.trim() !== '' && !/^\s*%%/.test(line))
  if (source.length > MOST_CHARACTERS || lines.length > MOST_LINES || SETTINGS.test(source)) return false
  const first = lines[0]?.trim() ?? ''
  return WORDED.test(first) || (NUMBERED.test(first) && !ENDLESS.test(source))
}
