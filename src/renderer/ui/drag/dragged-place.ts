/** The media type of a file or of lines of a file that are dragged inside the window. */
const TYPE = 'application/x-orrery-place'

/** Longest dragged text in characters; the message box takes no larger attachment well. */
const LONGEST = 1_000_000

/** A file of the open project, with the dragged lines and their name; `lines` is null for the file as a whole. */
export type DraggedPlace = {
  readonly path: string
  readonly lines: { readonly text: string; readonly name: string } | null
}

type Carrier = Pick<DataTransfer, 'setData'>

/** Puts a file or lines into a drag that begins. */
export function carryPlace(transfer: Carrier, place: DraggedPlace): void {
  if ((place.lines?.text.length ?? 0) > LONGEST) return
  transfer.setData(TYPE, JSON.stringify(place))
}

/** Whether a drag carries a file or lines of this window. Their content is known only once it is dropped. */
export const carriesPlace = ({ types }: Pick<DataTransfer, 'types'>): boolean => types.includes(TYPE)

/** Returns what was dropped; null for anything else, also from another program that uses the same type. */
export function droppedPlace(transfer: Pick<DataTransfer, 'getData'>): DraggedPlace | null {
  const data = transfer.getData(TYPE)
  if (data === '' || data.length > LONGEST * 2) return null
  const read = parsed(data)
  if (!isObject(read) || typeof read['path'] !== 'string' || /[\n\r\0]/.test(read['path'])) return null
  const { path, lines } = read
  if (lines === null) return { path, lines: null }
  if (!isObject(lines) || typeof lines['text'] !== 'string' || typeof lines['name'] !== 'string') return null
  return { path, lines: { text: lines['text'], name: lines['name'] } }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
