import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Puts a `gh` of the test's own into a folder. Its pull request, checks and comments are in `state`. */
export function installGh(bin: string) {
  mkdirSync(bin, { recursive: true })
  copyFileSync('test/support/disk/fake-gh.mjs', join(bin, 'gh.mjs'))
  writeFileSync(join(bin, 'gh'), `#!/bin/sh\nexec "${process.execPath}" "${join(bin, 'gh.mjs')}" "$@"\n`)
  chmodSync(join(bin, 'gh'), 0o755)
  const read = (): Record<string, unknown> => JSON.parse(readFileSync(join(bin, 'state.json'), 'utf8'))
  const change = (changes: Readonly<Record<string, unknown>>) =>
    writeFileSync(join(bin, 'state.json'), JSON.stringify({ ...read(), ...changes }))
  const start = {
    signedIn: true,
    pull: null,
    checks: [],
    comments: [],
    lineComments: [],
    head: 'a'.repeat(40),
  }
  writeFileSync(join(bin, 'state.json'), JSON.stringify(start))
  const calls = (): readonly { readonly args: readonly string[]; readonly cwd: string }[] =>
    existsSync(join(bin, 'calls.jsonl'))
      ? readFileSync(join(bin, 'calls.jsonl'), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : []
  return { read, change, calls }
}
