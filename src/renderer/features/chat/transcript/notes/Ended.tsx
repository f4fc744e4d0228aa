import type { AppErrorData } from '#shared/errors.ts'
import type { SessionId } from '#shared/ids.ts'
import { isPaused, spendScopeOf } from '#shared/run/is-paused.ts'
import type { RunRecord } from '#shared/run/run.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import { useProblemWords, useText } from '../../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../../ui/base/numbers.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Mark } from '../../../../ui/controls/Mark.tsx'
import { Banner } from '../../../../ui/panes/Banner.tsx'
import { useBusy } from '../../branches/MessageActions.tsx'
import { useChat, useSession } from '../../chat-context.ts'
import { useRaiseLine } from '../../inspector/inspector-place.tsx'
import { ContinueButton } from './ContinueButton.tsx'
import { Note } from './Note.tsx'

type EndedProps = {
  readonly run: RunRecord
  /** The chat that can be gone on with from here; null where there is nothing to take up. */
  readonly goesOn: SessionId | null
}

/** Why a run ended before its work was done, and what can be done about it. */
export function Ended({ run, goesOn }: EndedProps) {
  const t = useText()
  const say = useProblemWords()
  const isOld = useSession(({ folds }) => hasGoneOn(run, folds.runs))
  if (run.status === 'cancelled') {
    return (
      <Note>
        {t('chat.runStopped')} <ContinueButton sessionId={goesOn} />
      </Note>
    )
  }
  if (isOld && !isPaused(run)) {
    return (
      <Note>
        <Mark state="fail" className="mr-1.5 inline-block align-text-bottom" />
        {run.error === undefined ? t('chat.runFailed') : say(run.error)}
      </Note>
    )
  }
  return (
    <article aria-label={t('chat.note')}>
      {isPaused(run) ? <Paused run={run} goesOn={goesOn} /> : <Failed run={run} goesOn={goesOn} />}
    </article>
  )
}

/** Whether a later run of the chat has ended well, so that a failure needs no more room than a line. */
function hasGoneOn({ createdAt }: RunRecord, runs: Readonly<Record<string, RunRecord>>): boolean {
  return Object.values(runs).some(
    (each) => each.kind === 'chat' && each.createdAt > createdAt && each.status === 'completed',
  )
}

/** A line that the person has drawn was come to. Nothing has failed: it is theirs to raise it, or to leave it at that. */
function Paused({ run, goesOn }: EndedProps) {
  const t = useText()
  const say = useProblemWords()
  const { api, app, toast } = useChat()
  const busy = useBusy()
  const raise = useRaiseLine()
  const isOwnLine = run.error?.said?.some(({ name }) => name.startsWith('chat.')) ?? false
  const scope = run.error?.said?.map(({ name }) => spendScopeOf(name)).find((of) => of !== null) ?? null
  const goOn = (sessionId: SessionId) => app.attempt(api.command('agent.goOnAll', { sessionId }))
  return (
    <Banner
      action={
        goesOn === null || busy || toast === null ? undefined : (
          <>
            {goesOn === null ? null : <RaisePool run={run} chat={goesOn} />}
            {scope === null ? null : (
              <Button size="small" onClick={() => app.showLimits(scope)}>
                {t('usage.raise')}
              </Button>
            )}
            {isOwnLine && raise !== null ? (
              <Button size="small" onClick={() => raise(goesOn)}>
                {t('chat.limits.raise')}
              </Button>
            ) : null}
            <Button size="small" look="ghost" onClick={() => goOn(goesOn)}>
              {t('chat.goOn')}
            </Button>
          </>
        )
      }
    >
      {run.error === undefined ? t('chat.announce.paused') : say(run.error)}
    </Banner>
  )
}

/** Doubles the limit in front of the message and resumes the turn. */
function RaisePool({ run, chat }: { readonly run: RunRecord; readonly chat: SessionId }) {
  const t = useText()
  const numbers = useNumbers()
  const { api, app } = useChat()
  const session = useSession(({ folds }) => folds.session)
  const runs = useSession(({ folds }) => folds.runs)
  const pool = poolOf(run, { session, runs })
  const reached = run.error?.said?.find(({ name }) => name.startsWith('pool.'))
  if (pool === null || reached === undefined) return null
  const isCost = reached.name === 'pool.costReached'
  const spent = Number((reached.facts[isCost ? 'cost' : 'tokens'] ?? '').replace(/[$,]/g, ''))
  const raised = {
    runId: pool.runId,
    tokens: isCost || pool.tokens === null ? pool.tokens : doubled(pool.tokens, spent),
    usd: isCost && pool.usd !== null ? doubled(pool.usd, spent) : pool.usd,
  }
  const amount = isCost ? numbers.dollars(raised.usd ?? 0) : numbers.short(raised.tokens ?? 0)
  const raise = async () => {
    await api.command('session.update', { sessionId: chat, changes: { pool: raised } })
    await api.command('agent.goOnAll', { sessionId: chat })
  }
  return (
    <Button size="small" onClick={() => app.attempt(raise())}>
      {t('usage.raiseTo', { amount })}
    </Button>
  )
}

/** Twice the limit, and again until something is left of it. */
function doubled(limit: number, spent: number): number {
  let next = limit * 2
  while (next <= spent) next *= 2
  return next
}

type PoolFolds = {
  readonly session: SessionRecord | null
  readonly runs: Readonly<Record<string, RunRecord>>
}

/** The limit of the turn that a run belongs to, as it stands now. */
function poolOf(
  run: RunRecord,
  { session, runs }: PoolFolds,
): NonNullable<SessionRecord['meta']['pool']> | null {
  let top: RunRecord | undefined = run
  while (top !== undefined && top.pool === undefined) {
    top = top.retryOf === undefined ? undefined : runs[top.retryOf]
  }
  if (top?.pool === undefined) return null
  const raised = session?.meta.pool
  return raised?.runId === top.runId ? raised : { runId: top.runId, ...top.pool }
}

function Failed({ run, goesOn }: EndedProps) {
  const t = useText()
  const say = useProblemWords()
  const { app } = useChat()
  const place = placeFor(run.error)
  const hint = place !== null ? 'chat.fixModel' : run.error?.recoverable ? 'chat.tryAgain' : 'chat.carryOn'
  return (
    <Banner
      look="bad"
      action={
        <>
          {place === null ? null : (
            <Button size="small" look="ghost" onClick={() => app.show(place)}>
              {t(place === 'vault' ? 'chat.openVault' : 'chat.openSettings')}
            </Button>
          )}
          <ContinueButton sessionId={goesOn} />
        </>
      }
    >
      <p>{run.error === undefined ? t('chat.runFailed') : say(run.error)}</p>
      {saysHowToGoOn(run.error) ? null : <p className="text-fg-2">{t(hint)}</p>}
    </Banner>
  )
}

/** True where the words about the end say what is kept and what to do, so that nothing need be added to them. */
function saysHowToGoOn(error: Pick<AppErrorData, 'said'> | undefined): boolean {
  return (
    error?.said?.some(({ name }) => name === 'run.closedMeanwhile' || name === 'run.tooManyTurns') ?? false
  )
}

/** Returns the place where the person can mend the cause of an ended run, if any. */
function placeFor(
  { code, said }: Pick<AppErrorData, 'code' | 'said'> = { code: 'other' },
): 'settings' | 'vault' | null {
  // A variable is set outside of the app; what the app can change is where the model has its key from.
  if (said?.some(({ name }) => name === 'vault.noVariable')) return 'settings'
  // As the words of it say.
  if (said?.some(({ name }) => name === 'llm.keyRefused')) return 'vault'
  if (code.startsWith('vault.')) return 'vault'
  return code === 'llm.auth' || code === 'llm.not_found' ? 'settings' : null
}
