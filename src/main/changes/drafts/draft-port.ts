import type { AgentId, ProjectId } from '#shared/ids.ts'

/** The hidden agent that drafts messages of commits. */
export const COMMIT_AGENT = 'commit'

/** The input of a draft. Each section is data, in a tag that it cannot close. */
export type DraftWish = {
  readonly agent: AgentId
  readonly projectId: ProjectId
  readonly sections: () => Promise<readonly (readonly [tag: string, text: string])[]>
  /** The request behind the sections. */
  readonly ask: string
}

/** A model that drafts texts about changes. */
export type Drafts = {
  /** Returns the drafted text. Rejects with a sentence where no model can draft. */
  readonly write: (wish: DraftWish, signal: AbortSignal) => Promise<string>
  /** Stops the running draft of a project. */
  readonly stop: (projectId: ProjectId) => void
}
