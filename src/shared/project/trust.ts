import type { Project } from './project.ts'

/**
 * Whether the folder's content may run: the person trusts its current state, or it contains nothing that
 * needs trust.
 */
export function mayAct({ trusted, carriesCode }: Pick<Project, 'trusted' | 'carriesCode'>): boolean {
  return trusted === true || (trusted === null && !carriesCode)
}
