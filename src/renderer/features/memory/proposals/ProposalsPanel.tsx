import { useStore } from 'zustand'
import type { MemoryLook } from '#shared/memory/proposal.ts'
import { useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import type { MemoryParts } from '../memory-parts.ts'
import { ProposalCard } from './ProposalCard.tsx'

/** Shows the proposals from chats until the person decides. */
export function ProposalsPanel({ api, app, acts, state }: MemoryParts) {
  const t = useText()
  const { data, problem, reload } = state.proposals
  const openSession = useStore(app.store, (each) => each.openSession)
  const isLooking = data?.looks.some((look) => look.sessionId === openSession && look.state === 'looking')
  const look = () => {
    if (openSession !== null) app.attempt(api.command('memory.look', { sessionId: openSession }))
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 grow font-semibold text-lg tracking-tight">{t('memory.proposed')}</h2>
        <Button icon="search" disabled={openSession === null || isLooking === true} onClick={look}>
          {t('memory.look.open')}
        </Button>
      </header>
      <p className="text-fg-3 text-sm">
        {openSession === null ? t('memory.look.none') : t('memory.look.hint')}
      </p>
      {problem === null ? null : <Failure message={problem} onRetry={reload} />}
      {data === null ? (
        problem === null ? (
          <Placeholder rows={4} rowHeight={72} />
        ) : null
      ) : (
        <>
          {data.looks.length === 0 ? null : (
            <ul aria-label={t('memory.look.list')} className="grid gap-1">
              {data.looks.map((each) => (
                <Look
                  key={each.sessionId}
                  look={each}
                  onStop={() => app.attempt(api.command('memory.stopLook', { sessionId: each.sessionId }))}
                />
              ))}
            </ul>
          )}
          {data.proposals.length === 0 ? (
            <p className="text-fg-2 text-sm">{t('memory.proposed.none')}</p>
          ) : (
            data.proposals.map((proposal) => (
              <ProposalCard key={proposal.id} proposal={proposal} api={api} app={app} acts={acts} />
            ))
          )}
        </>
      )}
    </div>
  )
}

type LookProps = { readonly look: MemoryLook; readonly onStop: () => void }

const MARKS = { looking: 'run', done: 'done', failed: 'fail' } as const

function Look({ look: { title, state, found, problem }, onStop }: LookProps) {
  const t = useText()
  const say = useProblemWords()
  return (
    <li className="grid min-h-6 grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2 text-sm">
      <Mark state={MARKS[state]} />
      <span className="min-w-0 truncate">{title ?? t('memory.sourceGone')}</span>
      {state === 'looking' ? (
        <Button size="small" look="ghost" onClick={onStop}>
          {t('memory.look.stop')}
        </Button>
      ) : (
        <span className="figures text-fg-3 text-xs">
          {state === 'done' ? t('memory.look.found', { count: found }) : ''}
        </span>
      )}
      {problem === null ? null : (
        <p role="alert" className="col-span-2 col-start-2 break-words text-bad-fg text-xs">
          {say(problem)}
        </p>
      )}
    </li>
  )
}
