import type { Project } from '#shared/project/project.ts'

/** True for a folder that is trusted as it is now, or that holds nothing somebody else could have put there. */
export function isTheirs({ trusted, carriesCode }: Pick<Project, 'trusted' | 'carriesCode'>): boolean {
  return trusted === true || (trusted === null && !carriesCode)
}
