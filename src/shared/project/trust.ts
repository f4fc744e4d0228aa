import type { Project } from './project.ts'

/**
 * Whether what the folder carries may act: the person trusts the folder as it is now, or has not been asked because it
 * holds nothing that somebody else could have put there.
 */
export function mayAct({ trusted, carriesCode }: Pick<Project, 'trusted' | 'carriesCode'>): boolean {
  return trusted === true || (trusted === null && !carriesCode)
}
