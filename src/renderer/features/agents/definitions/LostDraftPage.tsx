import { useText } from '../../../messages/TextProvider.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { PaneHead } from '../../../ui/panes/PaneHead.tsx'
import { DefinitionEditor } from './DefinitionEditor.tsx'
import type { LostDraft } from './lost-drafts.ts'

type LostDraftPageProps = {
  readonly lost: LostDraft
  readonly onSaved: () => void
  readonly onLeave: () => void
}

/** Shows unsaved edits of a deleted agent file, to be saved as a new file or discarded. */
export function LostDraftPage({ lost: { began, gone }, onSaved, onLeave }: LostDraftPageProps) {
  const t = useText()
  return (
    <section
      aria-label={t('agents.definition', { name: began.id })}
      data-pane
      className="pane h-full bg-canvas"
    >
      <PaneHead title={began.name}>
        <span className="flex pr-2">
          <Chip size="small" look="flat">
            {t(`agents.source.${began.source}`)}
          </Chip>
        </span>
      </PaneHead>
      <div className="grid min-h-0 flex-1 grid-rows-[minmax(20rem,1fr)] gap-4 overflow-auto px-4 pb-4">
        <DefinitionEditor
          inForce={false}
          gone={gone}
          file={began}
          onSaved={onSaved}
          onLeave={onLeave}
          onStay={onLeave}
        />
      </div>
    </section>
  )
}
