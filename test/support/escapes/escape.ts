/** One way out of the sandbox. `SECRET` and `ESCAPED` are what it must not print. */
export type Escape = {
  readonly name: string
  /** Makes ready what is there before, outside the sandbox. */
  readonly prepare?: string
  readonly command: string
  /** A second command in the same place, which finds what the first one left. */
  readonly second?: string
  /** Run outside afterwards; by then the attempt has led to something, or not. */
  readonly after?: string
  /** Needs rights that only root has outside, or that root always has. */
  readonly only?: 'root' | 'ordinary'
}

export const REPOSITORY =
  'git init -q -b main . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m first'
export const COMMIT =
  'git -c user.name=a -c user.email=a@b commit -q --allow-empty -m next 2>&1; git status >/dev/null 2>&1; cat "$OUT/ran" 2>/dev/null'
export const HOOK = 'printf \'#!/bin/sh\\necho ESCAPED > "$OUT/ran"\\n\''
export const SHOW = 'cat "$OUT/f" 2>/dev/null'
export const write = (path: string) => `echo ESCAPED > ${path}`
export const hook = (folder: string) =>
  `mkdir -p ${folder}; ${HOOK} > ${folder}/pre-commit; chmod +x ${folder}/pre-commit`
export const PYTHON = (script: string) => `/usr/bin/python3 -c '${script}'`
