import { useState } from 'react'
import { useNoticeWords, useText } from '../../../messages/TextProvider.tsx'
import type { AgentFile } from '../../../store/agents/agent-pages-store.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { useFocusAfter } from '../../../ui/hooks/use-focus-after.ts'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { DraftBox } from '../../../ui/panes/DraftBox.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { AgentTextArea } from './AgentTextArea.tsx'
import { AgentForm } from './form/AgentForm.tsx'
import { ChangedOnDisk } from './form/ChangedOnDisk.tsx'
import { isElsewhere } from './form/form-part.ts'
import { SavedForm } from './form/SavedForm.tsx'
import { useToolNames } from './form/use-tool-names.ts'
import { useEditorView, ViewChoice } from './form/ViewChoice.tsx'
import { NotSaved } from './NotSaved.tsx'
import type { useFileCheck } from './use-file-check.ts'
import { useFileEditor } from './use-file-editor.ts'

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
  const view = useEditorView()
  // The edits were discarded or restored, so the editor starts with another text.
  return <FileEditor key={turn} {...props} view={view} onAgain={() => setTurn((before) => before + 1)} />
}

type FileEditorProps = DefinitionEditorProps & {
  readonly view: ReturnType<typeof useEditorView>
  readonly onAgain: () => void
}

function FileEditor(props: FileEditorProps) {
  const { file, view, inForce, onLeave } = props
  const t = useText()
  const place = useFocusAfter<HTMLElement>(focusLine)
  const editor = useFileEditor(props)
  const { began, draft, text, gone, to, found, refusal, save, change, part } = editor
  const tools = useToolNames()
  const isForm = view.isForm && part !== null
  return (
    <section ref={place} aria-label={t('agents.editor')} className="flex min-h-0 grow flex-col gap-2">
      {began.source === 'builtin' || began.source === 'plugin' ? (
        <p className="text-fg-3 text-sm">{t('agents.editor.copies')}</p>
      ) : null}
      {draft === null ? null : <Unsaved gone={gone} onDiscard={editor.discard} />}
      {draft !== null && !gone && isNewer(file, began) ? (
        <ChangedOnDisk onLoad={editor.discard} onKeep={editor.keepMine} />
      ) : null}
      <ViewChoice view={view} unreadable={editor.isLoaded && part === null} />
      {isForm ? (
        <SavedForm onSave={() => void save()}>
          <DraftBox draft={editor.drafting} hint={t('agents.form.draftChange')} />
          <AgentForm part={part} source={to} tools={tools} />
        </SavedForm>
      ) : view.isForm && !editor.isLoaded ? (
        <Placeholder rows={6} />
      ) : (
        <AgentTextArea
          key={editor.drafted}
          text={text}
          problems={found}
          lookAt={refusal?.kind === 'lines' ? refusal.problems : null}
          onText={change}
          onSave={() => void save()}
          onLeave={() => {
            if (draft === null) onLeave()
          }}
        />
      )}
      {refusal === null ? (
        <Found problems={isForm ? found.filter(isElsewhere) : found} />
      ) : (
        <NotSaved refusal={refusal} inForce={inForce} />
      )}
      <div className="-bottom-4 sticky -mb-4 flex gap-2 border-line border-t bg-canvas pt-3 pb-4">
        <Button
          look="primary"
          aria-keyshortcuts="Control+S"
          disabled={draft === null && began.source !== 'builtin' && began.source !== 'plugin'}
          onClick={() => void save()}
        >
          {t(gone ? 'agents.draft.saveNew' : 'agents.save')}
        </Button>
        {gone ? null : (
          <Button look="ghost" onClick={editor.leave}>
            {t('agents.cancel')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Whether the file was changed on disk since the edits began. */
const isNewer = (file: AgentFile, began: AgentFile): boolean =>
  file.source === began.source && file.text !== began.text

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
