import { useState } from 'react'
import type { AgentFile } from '../../../store/agents/agent-pages-store.ts'
import { useAgentDrafting } from './form/use-agent-drafting.ts'
import { useFormPart } from './form/use-form-part.ts'
import { useYaml } from './form/use-yaml.ts'
import { useAgentDraft } from './use-agent-draft.ts'
import { useFileCheck } from './use-file-check.ts'
import { useSaveAgent } from './use-save-agent.ts'

type Editing = {
  readonly file: AgentFile
  /** The file was deleted since: what was written can only become a new one. */
  readonly gone?: boolean
  readonly onSaved: () => void
  readonly onLeave: () => void
  /** Discards the edits and continues with the file as it is. */
  readonly onStay: () => void
  /** The editor begins again with another text. */
  readonly onAgain: () => void
}

/** Keeps the edits of an agent file, as text and as a form, until they are saved or discarded. */
export function useFileEditor(editing: Editing) {
  const { file, onSaved, onLeave, onStay, onAgain } = editing
  const { draft, keep, drop, saved, giveUp } = useAgentDraft(file)
  // Kept from the beginning: a file that changes meanwhile must not be overwritten unseen.
  const [began, setBegan] = useState(draft?.began ?? file)
  const text = draft?.text ?? began.text
  // After deleting the person's override the bundled version is shown.
  const gone =
    editing.gone === true ||
    (began.source === 'user' && (file.source === 'builtin' || file.source === 'plugin'))
  const to: 'project' | 'user' = began.source === 'project' ? 'project' : 'user'
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
  const keepMine = () => {
    forget()
    setBegan(file)
    keep({ began: file, text })
  }
  const yaml = useYaml()
  const part = useFormPart({ yaml, text, problems: found, onText: change })
  const [drafted, setDrafted] = useState(0)
  const put = (written: string) => {
    change(written)
    // The editor of the text owns it, so it begins again with the draft.
    setDrafted((before) => before + 1)
  }
  const drafting = useAgentDrafting({ yaml, text, before: text, onText: put })
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
  return {
    began,
    draft,
    text,
    gone,
    to,
    found,
    refusal,
    save,
    change,
    part,
    drafting,
    drafted,
    leave,
    discard,
    keepMine,
    isLoaded: yaml !== null,
  }
}
