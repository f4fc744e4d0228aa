import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import { SAMPLE_AGENTS, SAMPLE_SKILLS, sampleAgent } from './sample-definitions.ts'
import { sampleInbox, sampleProcesses } from './sample-inbox.ts'
import type { Wish } from './wish.ts'

/** What agents there are, what they ask for, and which programs run for them. */
export function inboxHandlers(wish: Wish, tell: (event: AppEvent) => void, now: number) {
  let items = wish('projects') === 'none' || wish('inbox') === 'none' ? [] : sampleInbox(now)
  return {
    'agents.list': () => SAMPLE_AGENTS,
    'agents.check': ({ text }: { text: string }) =>
      text.includes('alow')
        ? [{ line: 5, message: 'Unsupported agent key: tools.alow (reviewer.md, line 5).', said: [] }]
        : [],
    'agents.file': () => ({
      text: '---\ndescription: Writes the notes.\nmode: primry\n---\n\nYou write notes.\n',
    }),
    'agents.save': () => {
      throw AppError.quoting(
        'config.invalid',
        'tools.alow (line 5 of reviewer.md): Remove it or correct its spelling.',
      )
    },
    'agents.create': () => {
      throw AppError.quoting('config.invalid', 'There is an agent named archivist here already.')
    },
    'agents.draft': () => ({
      draft: {
        id: 'release-notes',
        name: 'Release notes',
        description: 'Writes the notes of a release.',
        model: 'small',
        tools: { allow: ['read', 'grep', 'bash'] },
        instructions: 'You write release notes.\n\nLook at what changed since the last tag.',
      },
      model: 'Claude Sonnet 4.5',
      usd: 0.02,
    }),
    'agents.stopDraft': () => null,
    'agents.delete': () => null,
    'agents.restore': () => null,
    'agents.get': ({ agentId }: { agentId: string }) => sampleAgent(agentId),
    'skills.list': () => SAMPLE_SKILLS,
    'inbox.list': () => items,
    'process.list': () => sampleProcesses(now),
    'process.stop': () => null,
    'interaction.answer': ({ requestId }: { requestId: string }) => {
      items = items.filter(({ ask }) => ask.requestId !== requestId)
      tell({ kind: 'inbox.changed' })
      return null
    },
  }
}
