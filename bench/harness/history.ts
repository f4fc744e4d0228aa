import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { pastedMarks } from '../../src/main/tools/files/pasted-marks.ts'

/** The newest commits that are checked. */
const COMMITS = 400
const MOST_BYTES = 512 * 1024 * 1024
const TEXT = /\.(?:ts|tsx|css|md|mjs|cjs|json|jsonl|py|toml|html|sql|txt)$/
/** Files that tools write, and the guards themselves, whose source holds the marks. */
const LEFT_OUT = /package-lock|catalogue\.json|third-party|pasted-marks/

export type Alarms = { readonly checked: number; readonly alarms: readonly string[] }

/** Applies the guards on new text to the real edits and new files in the history of a repository. */
export async function runHistory(root: string): Promise<Alarms> {
  const args = ['log', '--no-merges', `--max-count=${COMMITS}`, '--format=', '-p', '-M', '-U3', '--no-color']
  const { stdout } = await promisify(execFile)('git', ['-C', root, ...args], {
    maxBuffer: MOST_BYTES,
    windowsHide: true,
  })
  const texts = stdout.split(/^diff --git /m).flatMap(textsIn)
  const alarms = texts.flatMap((text) => {
    const said = pastedMarks(text)
    return said === null ? [] : [`${text.path}: ${said}`]
  })
  return { checked: texts.length, alarms }
}

type NewText = Parameters<typeof pastedMarks>[0]

/** Reads the new texts of one file of a patch: the whole of a new file, or one passage for each hunk. */
function textsIn(file: string): NewText[] {
  const path = /^\+\+\+ b\/(.*)$/m.exec(file)?.[1] ?? ''
  if (!TEXT.test(path) || LEFT_OUT.test(path)) return []
  const isNew = /^new file mode/m.test(file)
  return file
    .split(/^@@ .*@@.*$/m)
    .slice(1)
    .map((hunk) => {
      const lines = hunk.replace(/^\n|\n$/g, '').split('\n')
      const side = (sign: '+' | '-') =>
        lines
          .filter((line) => line.startsWith(sign) || line.startsWith(' '))
          .map((line) => line.slice(1))
          .join('\n')
      return {
        path,
        before: isNew ? '' : side('-'),
        after: side('+'),
        argument: isNew ? 'content' : 'new_text',
      }
    })
}
