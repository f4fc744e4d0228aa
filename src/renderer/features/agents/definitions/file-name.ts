import type { FileProblem } from '#shared/agent/file-problem.ts'

/** What a file that cannot be used is called where its name is none that an agent or skill can have. */
export function fileName({ file }: Pick<FileProblem, 'file'>): string {
  const parts = file.split(/[\\/]/).filter((part) => part !== '')
  // Each skill is a folder with a file of this name in it.
  const own = parts.at(-1) === 'SKILL.md' ? parts.at(-2) : parts.at(-1)
  return own ?? file
}
