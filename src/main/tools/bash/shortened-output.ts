import { firstPart, lastPart } from '#shared/first-part.ts'
import { type KeptOutput, outputName } from '#shared/session/stored-output.ts'

/** The parts of a long output shown to a model: head and tail, in UTF-16 units. */
const HEAD = 15_000
const TAIL = 15_000

/** Whether a model gets to read only the beginning and the end of a text. */
export function isTooLong(text: string): boolean {
  return text.length > HEAD + TAIL
}

/** Returns the beginning and the end of a long text. A line between them says where the rest can be read. */
export function shortenedOutput(text: string, kept: KeptOutput): string {
  const head = firstPart(text, HEAD)
  const tail = lastPart(text, TAIL)
  const end = text.length - tail.length
  const left = (end - head.length).toLocaleString('en')
  const [from, to] = [lineAt(text, head.length), lineAt(text, end)]
  const what = from === to ? `${left} characters of line ${from}` : `${left} characters, lines ${from}-${to},`
  return `${head}\n\n… ${what} left out${restOf(kept, from)} …\n\n${tail}`
}

function restOf(kept: KeptOutput, line: number): string {
  if ('problem' in kept) return ` and not kept: ${kept.problem}`
  return `; they can be read under the path ${outputName(kept.blob)}, from offset ${line}`
}

/** Returns the number of the line in which a place of a text is, from 1. */
function lineAt(text: string, place: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < place; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
