import type { FileProblem } from '#shared/agent/file-problem.ts'

/** Returns the display name of an invalid file without a valid id. */
export function fileName({ file }: Pick<FileProblem, 'file'>): string {
  const parts = file.split(/[\\/]/).filter((part) => part !== '')
  // Each skill is a folder with a file of this name in it.
  const own = parts.at(-1) === 'SKILL.md' ? parts.at(-2) : parts.at(-1)
  return own ?? file
}
