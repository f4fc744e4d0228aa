import { useEffect, useId, useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import type { Recap } from '#shared/session/recaps/recap.ts'
import { problemOf } from '../../../../api.ts'
import { Markdown } from '../../../../markdown/Markdown.tsx'
import { useProblemWords, useText } from '../../../../messages/TextProvider.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { useChat } from '../../chat-context.ts'
import { RecapView } from './RecapView.tsx'

type SideQueryViewProps = {
  readonly part: 'summary' | 'line'
  readonly sessionId: SessionId
  /** The answers there are already. */
  readonly recap: Recap
}

/** Shows the summary of a chat, or the chat in one line, and asks the model for what is not known yet. */
export function SideQueryView({ part, sessionId, recap: known }: SideQueryViewProps) {
  const t = useText()
  const { recap, isWaiting, problem, stop } = useSideQuery(part, sessionId, known)
  return (
    <div className="grid gap-2">
      {part === 'summary' ? <Kept recap={recap} /> : <Line recap={recap} />}
      {isWaiting ? (
        <p className="flex items-center gap-2 text-fg-2">
          {t('commands.side.waiting')}
          <Button size="small" look="ghost" onClick={stop}>
            {t('commands.side.stop')}
          </Button>
        </p>
      ) : null}
      {problem === null ? null : <p className="text-fg-2">{problem}</p>}
    </div>
  )
}

function useSideQuery(part: SideQueryViewProps['part'], sessionId: SessionId, known: Recap) {
  const { api } = useChat()
  const say = useProblemWords()
  const isKnown = (part === 'summary' ? known.kept : known.line)?.isCurrent === true
  const [recap, setRecap] = useState(known)
  const [isWaiting, setWaiting] = useState(!isKnown)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (isKnown) return
    let isLeft = false
    const show = (act: () => void) => {
      if (!isLeft) act()
    }
    api
      .command('sideQuery.ask', { sessionId, part })
      .then((fresh) => show(() => setRecap(fresh)))
      .catch((error: unknown) => show(() => setProblem(say(problemOf(error)))))
      .finally(() => show(() => setWaiting(false)))
    return () => {
      isLeft = true
      api.command('sideQuery.stop', { sessionId }).catch(() => {})
    }
  }, [api, isKnown, part, say, sessionId])
  const stop = () => void api.command('sideQuery.stop', { sessionId }).catch(() => {})
  return { recap, isWaiting, problem, stop }
}

/** The kept summary, then the summary of older messages and the notes. */
function Kept({ recap }: { readonly recap: Recap }) {
  const t = useText()
  const { kept } = recap
  const isAlone = recap.summary === null && recap.notes.length === 0
  return (
    <>
      {kept === null ? null : (
        <section aria-label={t('commands.side.kept')}>
          {isAlone && kept.isCurrent ? null : (
            <h4 className="pb-1 font-semibold text-fg-3 text-xs">
              {t(kept.isCurrent ? 'commands.side.kept' : 'commands.side.earlier')}
            </h4>
          )}
          <Markdown text={kept.text} />
        </section>
      )}
      {kept !== null && isAlone ? null : <RecapView recap={recap} brief />}
    </>
  )
}

/** One line, and the rest where it is wanted. */
function Line({ recap }: { readonly recap: Recap }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const id = useId()
  const { line } = recap
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="min-w-0 grow break-words">{line?.text ?? t('commands.recap.nothing')}</span>
        {line === null ? null : (
          <Button
            size="small"
            look="ghost"
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'commands.recap.less' : 'commands.recap.more')}
          </Button>
        )}
      </p>
      <div id={id}>{open ? <RecapView recap={recap} brief={false} /> : null}</div>
    </>
  )
}
