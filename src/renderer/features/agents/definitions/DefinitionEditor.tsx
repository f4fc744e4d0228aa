import { useState } from 'react'
import { useNoticeWords, useText } from '../../../messages/TextProvider.tsx'
import type { AgentFile } from '../../../store/agents/agent-pages-store.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { useFocusAfter } from '../../../ui/hooks/use-focus-after.ts'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { AgentTextArea } from './AgentTextArea.tsx'
import { NotSaved } from './NotSaved.tsx'
import { useAgentDraft } from './use-agent-draft.ts'
import { useFileCheck } from './use-file-check.ts'
import { useSaveAgent } from './use-save-agent.ts'

type DefinitionEditorProps = {
  readonly file: AgentFile
  /** Whether the previous version stays in effect while this one is invalid. */
  readonly inForce: boolean
  /** The file was deleted since: what was written can only become a new one. */
  readonly gone?: boolean
  readonly onSaved: () => void
  readonly onLeave: () => void
  /** Discards the edits and continues with the file as it is. */
  readonly onStay: () => void
}

/** Changes the file of an agent. What is wrong is marked in its line; what cannot be used is not written. */
export function DefinitionEditor(props: DefinitionEditorProps) {
  const [turn, setTurn] = useState(0)
  // The edits were discarded or restored, so the editor starts with another text.
  return <FileEditor key={turn} {...props} onAgain={() => setTurn((before) => before + 1)} />
}

type FileEditorProps = DefinitionEditorProps & { readonly onAgain: () => void }

function FileEditor(props: FileEditorProps) {
  const { file, inForce, onSaved, onLeave, onStay, onAgain } = props
  const t = useText()
  const place = useFocusAfter<HTMLElement>(focusLine)
  const { draft, keep, drop, saved, giveUp } = useAgentDraft(file)
  // Kept from the beginning: a file that changes meanwhile must not be overwritten unseen.
  const [began] = useState(draft?.began ?? file)
  const text = draft?.text ?? began.text
  // After deleting the person's override the bundled version is shown.
  const gone =
    props.gone === true ||
    (began.source === 'user' && (file.source === 'builtin' || file.source === 'plugin'))
  const to = began.source === 'project' ? 'project' : 'user'
  const found = useFileCheck({ source: to, agentId: began.id, text })
  const { refusal, save, forget } = useSaveAgent({
    began,
    to,
    text,
    gone,
    onSaved: () => {
      saved({ ...began, source: to, text })
      onSaved()
      // Edits made during the save continue from the saved version.
      onAgain()
    },
  })
  const change = (changed: string) => {
    forget()
    if (changed === began.text && !gone) drop()
    else keep({ began, text: changed })
  }
  const leave = () => {
    giveUp()
    onLeave()
  }
  const discard = () => {
    if (gone) return leave()
    onStay()
    giveUp(onAgain)
    onAgain()
  }
  return (
    <section ref={place} aria-label={t('agents.editor')} className="flex min-h-0 grow flex-col gap-2">
      {began.source === 'builtin' || began.source === 'plugin' ? (
        <p className="text-fg-3 text-sm">{t('agents.editor.copies')}</p>
      ) : null}
      {draft === null ? null : <Unsaved gone={gone} onDiscard={discard} />}
      <AgentTextArea
        text={text}
        problems={found}
        lookAt={refusal?.kind === 'lines' ? refusal.problems : null}
        onText={change}
        onSave={() => void save()}
        onLeave={() => {
          if (draft === null) onLeave()
        }}
      />
      {refusal === null ? <Found problems={found} /> : <NotSaved refusal={refusal} inForce={inForce} />}
      <div className="flex gap-2">
        <Button
          look="primary"
          aria-keyshortcuts="Control+S"
          disabled={draft === null && began.source !== 'builtin' && began.source !== 'plugin'}
          onClick={() => void save()}
        >
          {t(gone ? 'agents.draft.saveNew' : 'agents.save')}
        </Button>
        {gone ? null : (
          <Button look="ghost" onClick={leave}>
            {t('agents.cancel')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Moves the focus to the agent's row, because the page is rendered again and loses it. */
function focusLine(): void {
  document.querySelector<HTMLElement>('[data-nav][aria-current]')?.focus()
}

/** Shows that the edits are unsaved, and keeps them when the person navigates away. */
function Unsaved({ gone, onDiscard }: { gone: boolean; onDiscard: () => void }) {
  const t = useText()
  return (
    <Banner
      look={gone ? 'warn' : 'plain'}
      action={
        <Button size="small" look="ghost" onClick={onDiscard}>
          {t('agents.draft.discard')}
        </Button>
      }
    >
      {t(gone ? 'agents.draft.lostHint' : 'agents.draft.unsaved')}
    </Banner>
  )
}

/** Shows the errors of the current text, one a line. */
function Found({ problems }: { problems: ReturnType<typeof useFileCheck> }) {
  const words = useNoticeWords()
  if (problems.length === 0) return null
  return (
    <div className="max-h-30 shrink-0 overflow-y-auto">
      <FieldError>
        {problems.map(({ message, said }) => (
          <span key={message} className="block">
            {words(message, said)}
          </span>
        ))}
      </FieldError>
    </div>
  )
}
