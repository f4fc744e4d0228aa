import { useState } from 'react'
import { useText } from '../../../../messages/TextProvider.tsx'
import { remember, remembered } from '../../../../ui/base/remembered.ts'
import { Segmented } from '../../../../ui/controls/Segmented.tsx'

const MEMORY = 'agents.editor'

/** Whether agents are edited in a form or as text. It is remembered. */
export function useEditorView() {
  const [isForm, setIsForm] = useState(() => remembered(MEMORY)['file'] !== 1)
  const choose = (form: boolean) => {
    remember(MEMORY, { file: form ? 0 : 1 })
    setIsForm(form)
  }
  return { isForm, choose }
}

type ViewChoiceProps = {
  readonly view: ReturnType<typeof useEditorView>
  /** The header cannot be shown as a form. */
  readonly unreadable: boolean
}

/** Switches between the form and the text of a file. */
export function ViewChoice({ view, unreadable }: ViewChoiceProps) {
  const t = useText()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Segmented
        label={t('agents.form.view')}
        value={view.isForm ? 'form' : 'file'}
        options={[
          { value: 'form', label: t('agents.form.form') },
          { value: 'file', label: t('agents.form.file') },
        ]}
        onChange={(value) => view.choose(value === 'form')}
      />
      {unreadable && view.isForm ? (
        <p role="status" className="text-fg-3 text-sm">
          {t('agents.form.unreadable')}
        </p>
      ) : null}
    </div>
  )
}
