import { z } from 'zod'

const Text = z.union([z.string(), z.array(z.string())])
const Output = z.looseObject({
  output_type: z.string(),
  text: Text.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
  traceback: z.array(z.string()).optional(),
})
const Cell = z.looseObject({
  cell_type: z.string(),
  source: Text,
  execution_count: z.number().nullish(),
  outputs: z.array(Output).optional(),
})

/** The parts read of a Jupyter notebook, format 4. */
const Notebook = z.looseObject({ nbformat: z.number().min(4), cells: z.array(Cell) })

/** Words the cells of a notebook with what they printed, and without pictures; null for any other text. */
export function notebookText(json: string): string | null {
  const read = Notebook.safeParse(parsed(json))
  if (!read.success) return null
  return read.data.cells.map((cell, at) => cellText(cell, at + 1)).join('\n')
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function cellText(cell: z.infer<typeof Cell>, number: number): string {
  const run = typeof cell.execution_count === 'number' ? `, run ${cell.execution_count}` : ''
  const outputs = (cell.outputs ?? []).map(outputText).filter((text) => text !== '')
  const printed = outputs.length === 0 ? [] : ['[output]', ...outputs]
  return [`[cell ${number}: ${cell.cell_type}${run}]`, joined(cell.source), ...printed, ''].join('\n')
}

function outputText({ text, data, ename, evalue, traceback }: z.infer<typeof Output>): string {
  if (text !== undefined) return trimmed(joined(text))
  if (ename !== undefined) return trimmed([...(traceback ?? []), `${ename}: ${evalue ?? ''}`].join('\n'))
  const plain = Text.safeParse(data?.['text/plain'])
  const others = Object.keys(data ?? {}).filter((mime) => !mime.startsWith('text/'))
  const left = others.length === 0 ? [] : [`(${others.join(', ')} left out)`]
  return [...(plain.success ? [trimmed(joined(plain.data))] : []), ...left].join('\n')
}

const joined = (text: z.infer<typeof Text>): string => (typeof text === 'string' ? text : text.join(''))

/** Without the colours of a terminal. */
function trimmed(text: string): string {
  const ESCAPE = '\u001b'
  const pieces = text.split(`${ESCAPE}[`)
  return pieces
    .map((piece, at) => (at === 0 ? piece : piece.replace(/^[\d;]*[A-Za-z]/, '')))
    .join('')
    .trimEnd()
}
