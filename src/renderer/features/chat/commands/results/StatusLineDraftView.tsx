import { useEffect, useState } from 'react'
import type { ProjectId } from '#shared/ids.ts'
import { problemOf } from '../../../../api.ts'
import { useProblemWords, useText } from '../../../../messages/TextProvider.tsx'
import { useNumbers } from '../../../../ui/base/numbers.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { useChat } from '../../chat-context.ts'

type StatusLineDraftViewProps = {
  readonly wish: string
  readonly projectId: ProjectId
  readonly onClose: () => void
  /** Shows a sentence instead. */
  readonly onSaid: (text: string) => void
}

type Draft = { readonly command: string; readonly model: string; readonly usd: number | null }

/** Drafts a status line command and shows it. Nothing runs before the person uses it. */
export function StatusLineDraftView({ wish, projectId, onClose, onSaid }: StatusLineDraftViewProps) {
  const t = useText()
  const { dollars } = useNumbers()
  const { draft, problem, stop, use } = useStatusLineDraft({ wish, projectId, onSaid })
  if (problem !== null) return <p className="text-bad-fg">{problem}</p>
  if (draft === null) {
    return (
      <p className="flex items-center gap-2 text-fg-2">
        {t('commands.side.waiting')}
        <Button size="small" look="ghost" onClick={stop}>
          {t('commands.side.stop')}
        </Button>
      </p>
    )
  }
  const { command, model, usd } = draft
  return (
    <div className="grid gap-2">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the command scrolls with the keyboard
        tabIndex={0}
        aria-label={t('commands.status-line.command')}
        className="max-h-48 overflow-auto whitespace-pre-wrap break-words rounded-md bg-sunken px-2.5 py-2 font-mono text-xs inset-ring inset-ring-line-strong"
      >
        {command}
      </section>
      <p className="text-fg-2">{t('commands.status-line.hint')}</p>
      <div className="flex items-center gap-2">
        <Button size="small" look="primary" onClick={use}>
          {t('commands.status-line.use')}
        </Button>
        <Button size="small" look="ghost" onClick={onClose}>
          {t('commands.status-line.discard')}
        </Button>
        <span className="text-fg-3 text-xs">
          {usd === null ? t('draft.done', { model }) : t('draft.doneFor', { model, cost: dollars(usd) })}
        </span>
      </div>
    </div>
  )
}

function useStatusLineDraft({ wish, projectId, onSaid }: Omit<StatusLineDraftViewProps, 'onClose'>) {
  const t = useText()
  const { api } = useChat()
  const say = useProblemWords()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isLeft = false
    const show = (act: () => void) => {
      if (!isLeft) act()
    }
    api
      .command('statusLine.draft', { projectId, wish })
      .then(({ draft: { command }, model, usd }) => show(() => setDraft({ command, model, usd })))
      .catch((error: unknown) => show(() => setProblem(say(problemOf(error)))))
    return () => {
      isLeft = true
      api.command('statusLine.stopDraft', { projectId }).catch(() => {})
    }
  }, [api, projectId, say, wish])
  return {
    draft,
    problem,
    stop: () => void api.command('statusLine.stopDraft', { projectId }).catch(() => {}),
    use: () => {
      if (draft === null) return
      api
        .command('statusLine.set', { command: draft.command })
        .then(() => onSaid(t('commands.statusline.set')))
        .catch((error: unknown) => setProblem(say(problemOf(error))))
    },
  }
}
