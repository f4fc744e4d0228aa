import type { SectionKind } from '#shared/context/instructions.ts'
import type { InstructionsView } from '#shared/context/instructions-view.ts'
import type { SessionId } from '#shared/ids.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { useDateText } from '../../../../ui/base/time.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Banner } from '../../../../ui/panes/Banner.tsx'
import { Failure } from '../../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../../ui/panes/Placeholder.tsx'
import { InspectorHead } from '../InspectorHead.tsx'
import { InstructionPart } from './InstructionPart.tsx'
import { RulesFileView } from './RulesFileView.tsx'
import { useInstructions, useRefresh } from './use-instructions.ts'

type InstructionsPageProps = { readonly sessionId: SessionId; readonly onBack: () => void }

/** Shows the exact instructions with their source files, and the current files. */
export function InstructionsPage({ sessionId, onBack }: InstructionsPageProps) {
  const t = useText()
  const { data, problem, reload } = useInstructions(sessionId)
  return (
    <>
      <InspectorHead title={t('context.instructions')} onBack={onBack} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls, also by keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-offset-[-2px]">
        {problem === null ? null : (
          <div className="px-4 pb-3">
            <Failure message={problem} onRetry={reload} />
          </div>
        )}
        {data !== null ? (
          <Instructions view={data} sessionId={sessionId} />
        ) : problem === null ? (
          <div className="px-4">
            <Placeholder rows={6} rowHeight={32} />
          </div>
        ) : null}
      </div>
    </>
  )
}

function Instructions({ view, sessionId }: { view: InstructionsView; sessionId: SessionId }) {
  const t = useText()
  const dateText = useDateText()
  const refresh = useRefresh(sessionId)
  const { files, sections, changed, problems } = view
  const differs: Partial<Record<SectionKind, boolean>> = {
    skills: view.skillsDiffer,
    memory: view.memoryDiffers,
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-4">
      <div className="grid gap-2 px-4">
        <p className="text-fg-2 text-sm">{t('context.frozenAt', { at: dateText(view.takenAt) })}</p>
        {changed === 0 ? (
          <p className="text-fg-3 text-xs">{t('context.asOnDisk')}</p>
        ) : (
          <Banner>
            <div className="grid justify-items-start gap-2">
              {t('context.differ', { count: changed })}
              <Button size="small" onClick={refresh}>
                {t('context.refresh')}
              </Button>
            </div>
          </Banner>
        )}
        {problems.map((each) => (
          <p key={each} className="break-words text-bad-fg text-xs">
            {each}
          </p>
        ))}
      </div>
      <section aria-label={t('context.files')} className="grid grid-cols-[minmax(0,1fr)]">
        <h4 className="px-4 pb-1 font-semibold text-fg-2 text-sm">{t('context.files')}</h4>
        {files.length === 0 ? <p className="px-4 text-fg-3 text-sm">{t('context.noFiles')}</p> : null}
        {files.map((file, index) => (
          <RulesFileView key={file.path} file={file} place={index + 1} />
        ))}
      </section>
      <section aria-label={t('context.others')} className="grid grid-cols-[minmax(0,1fr)]">
        <h4 className="px-4 pb-1 font-semibold text-fg-2 text-sm">{t('context.others')}</h4>
        {sections.map(({ kind, text }) => (
          <InstructionPart
            key={kind}
            title={t(`context.section.${kind}`)}
            text={text}
            note={differs[kind] === true ? t('context.state.changed') : null}
          />
        ))}
      </section>
    </div>
  )
}
