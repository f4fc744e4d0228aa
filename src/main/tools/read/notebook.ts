import {
  type CellOutput,
  type Notebook,
  type NotebookCell,
  outputForm,
  readNotebook,
  withoutCodes,
} from '#shared/notebook/notebook.ts'

/** Words the cells of a notebook with what they printed, and without pictures; null for any other text. */
export function notebookText(json: string): string | null {
  const read = readNotebook(json)
  return read === null ? null : cellsText(read, true)
}

/** Words cells; without numbers where two versions are compared, so that one new cell does not renumber the others. */
export function cellsText({ cells }: Notebook, isNumbered: boolean): string {
  return cells.map((cell, at) => cellText(cell, isNumbered ? `cell ${at + 1}` : 'cell')).join('\n')
}

function cellText({ id, kind, run, source, outputs: all }: NotebookCell, name: string): string {
  const named = id === null ? '' : `, id ${id}`
  const ran = run === null ? '' : `, run ${run}`
  const outputs = all.map(outputText).filter((text) => text !== '')
  const printed = outputs.length === 0 ? [] : ['[output]', ...outputs]
  return [`[${name}: ${kind}${named}${ran}]`, source, ...printed, ''].join('\n')
}

function outputText(output: CellOutput): string {
  const { text, data, ename, evalue, traceback } = output
  if (text !== undefined) return trimmed(text)
  if (ename !== undefined) return trimmed([...(traceback ?? []), `${ename}: ${evalue ?? ''}`].join('\n'))
  const plain = outputForm(output, 'text/plain')
  const others = Object.keys(data ?? {}).filter((mime) => !mime.startsWith('text/'))
  const left = others.length === 0 ? [] : [`(${others.join(', ')} left out)`]
  return [...(plain === null ? [] : [trimmed(plain)]), ...left].join('\n')
}

const trimmed = (text: string): string => withoutCodes(text).trimEnd()
