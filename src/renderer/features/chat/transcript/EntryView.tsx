import { memo, type ReactNode, useState } from 'react'
import type { Part } from '#shared/session/message.ts'
import { textOf } from '#shared/session/message-words.ts'
import { Markdown } from '../../../markdown/Markdown.tsx'
import { useText } from '../../../messages/TextProvider.tsx'
import { Icon } from '../../../ui/base/Icon.tsx'
import { sentences } from '../../../ui/base/sentences.ts'
import { useDateText } from '../../../ui/base/time.ts'
import { AnswerActions } from '../branches/AnswerActions.tsx'
import { EditMessage } from '../branches/EditMessage.tsx'
import { GoForward } from '../branches/GoForward.tsx'
import { LeadPicker } from '../branches/LeadPicker.tsx'
import { YouActions } from '../branches/YouActions.tsx'
import { useChat } from '../chat-context.ts'
import type { Entry } from './entry.ts'
import { AgentEnded } from './notes/AgentEnded.tsx'
import { Bridged } from './notes/Bridged.tsx'
import { Compacted } from './notes/Compacted.tsx'
import { ContinueButton } from './notes/ContinueButton.tsx'
import { Ended } from './notes/Ended.tsx'
import { Joined } from './notes/Joined.tsx'
import { Note } from './notes/Note.tsx'
import { Notice } from './notes/Notice.tsx'
import { ParentMessage } from './notes/ParentMessage.tsx'
import { RecallNote } from './notes/RecallNote.tsx'
import { RunResult } from './notes/RunResult.tsx'
import { SummaryInProgress } from './notes/SummaryInProgress.tsx'
import { Parts } from './Parts.tsx'
import { ToolGroup } from './tools/ToolCard.tsx'

/** One piece of the transcript. */
export const EntryView = memo(({ entry }: { entry: Entry }): ReactNode => {
  switch (entry.kind) {
    case 'you':
      return entry.by === 'person' ? (
        <Sent {...entry} />
      ) : (
        <ParentMessage parts={entry.message.parts} at={entry.at} by={entry.by} />
      )
    case 'steer':
      return entry.by === 'person' ? (
        <Joined text={entry.text} at={entry.at} />
      ) : (
        <ParentMessage parts={[{ t: 'text', text: entry.text }]} at={entry.at} by={entry.by} />
      )
    case 'say':
      return <Say entry={entry} />
    case 'tools':
      return (
        <>
          <ToolGroup calls={entry.calls} cut={entry.cut} />
          <LeadPicker at={entry.leads} />
        </>
      )
    case 'recall':
      return <RecallNote memories={entry.memories} missed={entry.missed} left={entry.left} />
    case 'note':
      return <Notice text={entry.text} said={entry.said} run={entry.run} about={entry.about} />
    case 'result':
      return <RunResult head={entry.head} result={entry.result} run={entry.run} />
    case 'switched':
      return <Switched name={entry.name} mode={entry.mode} />
    case 'forked':
      return <Forked />
    case 'agentEnded':
      return <AgentEnded title={entry.title} state={entry.state} report={entry.report} />
    case 'bridged':
      return <Bridged text={entry.text} />
    case 'summing':
      return <SummaryInProgress text={entry.text} />
    case 'compact':
      return <Compacted event={entry.event} />
    case 'cut':
      return <CutNote why={entry.why} goesOn={entry.goesOn} />
    case 'misfit':
      return <MisfitNote problems={entry.problems} />
    case 'lost':
      return <LostNote />
    case 'ended':
      return <Ended run={entry.run} goesOn={entry.goesOn} />
    case 'ahead':
      return <GoForward ahead={entry.ahead} />
    case 'open':
      return <OpenNote goesOn={entry.goesOn} />
  }
})
EntryView.displayName = 'EntryView'

/** Shows why another answer was requested, instead of the app's correction message. */
function MisfitNote({ problems }: { problems: readonly string[] }) {
  const t = useText()
  return <Note>{sentences(t, [t('chat.misfit', { count: problems.length }), problems.join(' ')])}</Note>
}

type SentProps = Pick<Extract<Entry, { kind: 'you' }>, 'eventId' | 'message' | 'at' | 'isAdded'>

/** A message of the person with what can be done with it, or its words in a box while they are changed. */
function Sent({ eventId, message, at, isAdded }: SentProps) {
  const { toast } = useChat()
  const [editing, setEditing] = useState(false)
  const { parts } = message
  const text = textOf(message)
  if (toast === null) return <You parts={parts} at={at} />
  if (editing) {
    const hasFiles = parts.some((part) => part.t === 'file')
    return (
      <div className="flex justify-end">
        <EditMessage eventId={eventId} text={text} hasFiles={hasFiles} onEnd={() => setEditing(false)} />
      </div>
    )
  }
  return (
    <div className="group/message grid">
      {isAdded === true ? <AddedTask /> : null}
      <You parts={parts} at={at} />
      <YouActions eventId={eventId} text={text} onEdit={() => setEditing(true)} />
    </div>
  )
}

/** Marks a message that waited in the queue until the run before it ended. */
function AddedTask() {
  const t = useText()
  return <p className="mb-1 text-right text-fg-3 text-xs">{t('chat.addedTask')}</p>
}

type YouProps = { readonly parts: readonly Part[]; readonly at: number }

function You({ parts, at }: YouProps) {
  const t = useText()
  const dateText = useDateText()
  return (
    <article
      aria-label={t('chat.you')}
      title={dateText(at)}
      className="ml-auto grid w-fit max-w-160 gap-2 rounded-lg bg-raised px-3 py-2 shadow-card inset-ring inset-ring-line"
    >
      <Parts parts={parts} />
    </article>
  )
}

function Say({ entry }: { readonly entry: Extract<Entry, { kind: 'say' }> }) {
  const { parts, streaming, answer, leads } = entry
  const t = useText()
  const { toast } = useChat()
  return (
    <article aria-label={t('chat.assistant')} className="group/message grid grid-cols-[minmax(0,1fr)] gap-2">
      {parts.map((part, index) => {
        const live = streaming && index === parts.length - 1
        if (part.t === 'reasoning' && part.text === '') return null
        // biome-ignore lint/suspicious/noArrayIndexKey: parts only ever grow at the end
        if (part.t === 'reasoning') return <Reasoning key={index} text={part.text} live={live} />
        // biome-ignore lint/suspicious/noArrayIndexKey: parts only ever grow at the end
        return part.t === 'text' ? <Markdown key={index} text={part.text} streaming={live} /> : null
      })}
      {answer === null || toast === null ? null : <AnswerActions eventId={answer} />}
      {leads === null ? null : <LeadPicker at={[leads]} />}
    </article>
  )
}

/** Shows the model's reasoning, collapsed at first. */
function Reasoning({ text, live }: { text: string; live: boolean }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-1 flex min-h-6 items-center gap-1 rounded-sm px-1 text-fg-3 text-sm hover:bg-hover"
      >
        <Icon name={open ? 'down' : 'right'} size="xs" />
        {live ? t('chat.thinking') : t('chat.thought')}
      </button>
      {open ? (
        <div className="mt-1 border-line border-l-2 pl-3 text-fg-2">
          <Markdown text={text} streaming={live} />
        </div>
      ) : null}
    </div>
  )
}

function Switched({ name, mode }: Pick<Extract<Entry, { kind: 'switched' }>, 'name' | 'mode'>) {
  const t = useText()
  return <Note>{t(`chat.switched.${mode}`, { name })}</Note>
}

/** Shows the short note for the person instead of the text for the model. */
function Forked() {
  const t = useText()
  return <Note>{t('children.forked')}</Note>
}

type GoesOn = Extract<Entry, { kind: 'open' }>['goesOn']

function CutNote({ why, goesOn }: Pick<Extract<Entry, { kind: 'cut' }>, 'why' | 'goesOn'>) {
  const t = useText()
  return (
    <Note>
      {why === 'length' ? t('chat.cutByLength') : t('chat.cutByStop')} <ContinueButton sessionId={goesOn} />
    </Note>
  )
}

/** Shows that the conversation has an unanswered end. An agent's transcript has no such action. */
function OpenNote({ goesOn }: { readonly goesOn: GoesOn }) {
  const t = useText()
  const { toast } = useChat()
  if (toast === null) return null
  return (
    <Note>
      {t('chat.unanswered')} <ContinueButton sessionId={goesOn} />
    </Note>
  )
}

function LostNote() {
  const t = useText()
  return <Note>{t('chat.lost')}</Note>
}
