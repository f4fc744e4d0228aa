import type { RunLine, RunResult } from '../run-output.ts'
import type { Terminal } from '../terminal.ts'
import type { Output } from './run-options.ts'

/** Prints a run in one of the forms of output. */
export type RunPrinter = {
  readonly line: (line: RunLine) => void
  readonly end: (result: RunResult) => void
}

/** Creates the printer of a form. Whatever the form, errors and denials also go to standard error as text. */
export function createRunPrinter(output: Output, { out, err }: Pick<Terminal, 'out' | 'err'>): RunPrinter {
  const mention = (result: RunResult): void => {
    for (const { prompt, detail } of result.denials)
      err(`Denied: ${prompt}${detail === null ? '' : ` – ${detail}`}\n`)
    if (result.error !== null) err(`${result.error.message}\n`)
    if (result.outcome === 'interrupted') err('Interrupted.\n')
  }
  if (output === 'stream-json') {
    return {
      line: (line) => out(`${JSON.stringify(line)}\n`),
      end: (result) => {
        out(`${JSON.stringify(result)}\n`)
        mention(result)
      },
    }
  }
  return {
    line: () => {},
    end: (result) => {
      const text = result.answer === null ? result.text : JSON.stringify(result.answer)
      if (output === 'json') out(`${JSON.stringify(result)}\n`)
      else if (text !== '') out(text.endsWith('\n') ? text : `${text}\n`)
      mention(result)
    },
  }
}
