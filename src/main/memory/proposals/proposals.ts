import { AppError } from '#shared/errors.ts'
import type { EventId, MemoryProposalId, ProjectId, SessionId } from '#shared/ids.ts'
import type { MemoryChanged, MemoryItem, MemoryScope } from '#shared/memory/memory.ts'
import type { MemoryProposal, ProposalAnswer } from '#shared/memory/proposal.ts'
import { say } from '#shared/sentences.ts'
import type { NewId } from '../../lib/ids.ts'
import type { ReadMeaning } from '../../vectors/question-reader.ts'
import type { Memory, MemoryOrigin } from '../memory.ts'
import type { MemorySearch } from '../searching.ts'
import type { NewProposal, ProposalRows, StoredProposal } from './proposal-rows.ts'
import type { Finding } from './read-findings.ts'

type Deps = {
  readonly rows: ProposalRows
  readonly memory: Pick<Memory, 'byKey' | 'edit' | 'get' | 'inScope' | 'mayKeep' | 'save'>
  readonly search: Pick<MemorySearch, 'fitting'>
  /** Embeds the text of a proposal, because a contradiction may use other words. */
  readonly readMeaning: ReadMeaning
  /** Makes the values of the vault known to who refuses them. */
  readonly acquaint: (signal: AbortSignal) => Promise<void>
  readonly newId: NewId
  readonly now: () => number
  readonly changed: () => void
}

/** Findings of a chat, each with its source message. */
export type Found = {
  readonly sessionId: SessionId
  readonly projectId: ProjectId
  /** The newest message that was looked at. */
  readonly through: EventId
  readonly findings: readonly (Omit<Finding, 'message'> & { readonly eventId: EventId })[]
}

/** Maximum proposals returned at once, and maximum conflicting items for each. */
const MOST_TOLD = 50
const MOST_AGAINST = 2
/** A match of a proposal at least this good is about the same thing. */
const ALIKE = 0.75

/** Creates the store of proposals, which wait until the person decides. */
export function createProposals({ rows, memory, search, newId, now, changed, ...deps }: Deps) {
  const known = (id: MemoryProposalId): StoredProposal => {
    const proposal = rows.one(id)
    if (proposal === null) throw AppError.saying('memory.not_found', say('memory.answered'))
    return proposal
  }

  const against = async (proposal: StoredProposal, signal: AbortSignal): Promise<readonly MemoryItem[]> => {
    const { projectId, key, content } = proposal
    const named = scopesOf(projectId).flatMap((scope) => memory.byKey(scope, key) ?? [])
    const question = `${key}\n${content}`
    const { near } = await deps.readMeaning(question, signal)
    const asked = { question, projectId, limit: MOST_AGAINST, minScore: ALIKE, near }
    const alike = (await search.fitting(asked, signal))
      .filter(({ always }) => !always)
      .map(({ item }) => item)
    const all = new Map([...named, ...alike].map((item) => [item.id, item]))
    return [...all.values()].slice(0, MOST_AGAINST)
  }

  return {
    /** Each with what is remembered about it already. The newest first. */
    list: async (signal: AbortSignal): Promise<readonly MemoryProposal[]> =>
      Promise.all(
        rows.list(MOST_TOLD).map(async (each) => ({ ...each, against: await against(each, signal) })),
      ),
    /** Puts findings before the person. What is remembered word for word, waits already or holds a secret is not put. */
    add: async ({ sessionId, projectId, through, findings }: Found, signal: AbortSignal): Promise<number> => {
      await deps.acquaint(signal)
      const remembered = new Set(
        scopesOf(projectId).flatMap((scope) => memory.inScope(scope).map(({ content }) => content)),
      )
      const fresh = findings
        .filter(({ content }) => !remembered.has(content) && !rows.has(projectId, content))
        .filter(({ key, content, tags }) => memory.mayKeep({ key, content, tags }))
      const proposals = fresh.map(({ eventId, key, content, tags }): NewProposal => {
        return { id: newId('memoryProposal'), projectId, sessionId, eventId, key, content, tags, at: now() }
      })
      rows.found(sessionId, through, now(), proposals)
      changed()
      return proposals.length
    },
    /** Does what the person says. Null when nothing is kept of it. */
    answer: async (answer: ProposalAnswer, signal: AbortSignal): Promise<MemoryChanged | null> => {
      await deps.acquaint(signal)
      const { id, projectId, sessionId, eventId } = known(answer.id)
      const kept = keep(
        answer,
        { level: 'project', id: projectId },
        { author: 'agent', source: { sessionId, eventId } },
      )
      rows.drop(id)
      changed()
      return kept
    },
    through: rows.through,
  }

  function keep(answer: ProposalAnswer, scope: MemoryScope, origin: MemoryOrigin): MemoryChanged | null {
    switch (answer.say) {
      case 'dismiss':
        return null
      case 'replace':
        return memory.edit(memory.get(answer.over).id, answer.text, origin)
      case 'keep':
        // The same key would replace what it holds, and the person was asked to keep both.
        if (memory.byKey(scope, answer.text.key) !== null)
          throw AppError.saying('memory.refused', say('memory.taken', { key: answer.text.key }))
        return memory.save(scope, answer.text, origin)
    }
  }
}

export type Proposals = ReturnType<typeof createProposals>

function scopesOf(id: ProjectId): readonly MemoryScope[] {
  return [{ level: 'project', id }, { level: 'user' }]
}
