import { Fragment, type ReactNode } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import type { LaunchSubject } from '../../../store/workflows/run-forms-store.ts'
import { Icon } from '../../../ui/base/Icon.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { CopyButton } from '../../../ui/controls/CopyButton.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { Kbd } from '../../../ui/controls/Kbd.tsx'
import { Mark } from '../../../ui/controls/Mark.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { usePageFoot } from '../../../ui/hooks/use-page-foot.ts'
import { workflowAbout } from '../../../ui/names/workflow-about.ts'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { ReuseEdits } from '../ReuseEdits.tsx'
import { shortId } from '../run-figures.ts'
import { ArgFields, faultText } from './ArgFields.tsx'
import { LimitFields } from './LimitFields.tsx'
import { JSON_FAULT, type Launch } from './use-launch.ts'

type LaunchFormProps = {
  readonly subject: LaunchSubject
  readonly launch: Launch
  readonly onReset: () => void
  /** Stands at the end, and scrolls with the form. */
  readonly children?: ReactNode
}

/** Shows the workflow, its arguments and its limits. */
export function LaunchForm({ subject, launch, onReset, children }: LaunchFormProps) {
  const t = useText()
  const name = launch.name ?? t('workflows.launch.untitled')
  const problem = launch.problem ?? launch.saved?.problem?.message ?? launch.checked.problem
  return (
    <form
      aria-label={t('workflows.launch.form', { name })}
      onSubmit={(event) => {
        event.preventDefault()
        launch.start()
      }}
      className="grid min-h-0 flex-1 content-start gap-5 overflow-y-auto px-8 py-5"
    >
      <header className="grid gap-1">
        <h2 className="flex items-center gap-2 font-semibold text-lg tracking-tight">
          {subject.kind === 'fork'
            ? t('workflows.launch.forkOf', { name: subject.run.name, id: shortId(subject.run.id) })
            : name}
          {launch.saved === null ? null : (
            <Chip look="flat" size="small">
              {t(`workflows.launch.${launch.saved.source}`)}
            </Chip>
          )}
          <StartOver subject={subject} launch={launch} onReset={onReset} />
        </h2>
        <p className="text-fg-2">
          {launch.saved === null ? launch.description : workflowAbout(launch.saved, t)}
        </p>
        <Flow phases={launch.phases} />
      </header>
      {problem === null ? null : <Banner look="bad">{problem}</Banner>}
      <Section title={t('workflows.launch.arguments')}>
        <Arguments launch={launch} />
      </Section>
      <Section title={t('workflows.launch.limits')}>
        <LimitFields limits={launch.limits} onLimits={launch.setLimits} />
      </Section>
      {subject.kind === 'fork' ? (
        <Section title={t('workflows.launch.takenOver')}>
          <ReuseEdits checked={launch.reuseEdits} onChange={launch.setReuseEdits} />
        </Section>
      ) : null}
      <input type="submit" hidden />
      {children}
    </form>
  )
}

/** Shows the reset button. Typed values are kept until the run starts. */
function StartOver({ subject, launch, onReset }: Pick<LaunchFormProps, 'subject' | 'launch' | 'onReset'>) {
  const t = useText()
  const rewritten = subject.kind === 'fork' && subject.script !== subject.run.script
  if (!launch.touched && !rewritten) return null
  return (
    <Button
      size="small"
      look="ghost"
      icon="resume"
      className="ml-auto tracking-normal"
      onClick={() => {
        launch.forget()
        onReset()
      }}
    >
      {t('workflows.launch.startOver')}
    </Button>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-line border-t pt-4">
      <h3 className="font-semibold text-fg-2 text-sm">{title}</h3>
      {children}
    </section>
  )
}

function Arguments({ launch }: { launch: Launch }) {
  const t = useText()
  const { fields, values, faults } = launch
  if (fields !== null) {
    return (
      <ArgFields
        fields={fields}
        values={values}
        faults={faults}
        onValue={(name, value) => launch.setValues({ ...values, [name]: value })}
      />
    )
  }
  const fault = faults[JSON_FAULT]
  return (
    <Field
      label={t('workflows.launch.json')}
      hint={t('workflows.launch.jsonHint')}
      error={fault === undefined ? null : faultText(t, fault)}
    >
      {(ids) => <TextArea {...ids} mono rows={4} value={launch.json} onText={launch.setJson} />}
    </Field>
  )
}

/** The phases the script announces, in their order. */
function Flow({ phases }: { phases: Launch['phases'] }) {
  const t = useText()
  if (phases.length === 0) return null
  return (
    <ul
      aria-label={t('workflows.launch.phases')}
      className="mt-1 flex flex-wrap items-center gap-2 text-fg-2 text-sm"
    >
      {phases.map(({ title }, index) => (
        <Fragment key={title}>
          {index === 0 ? null : (
            <li aria-hidden="true" className="text-fg-off">
              <Icon name="right" size="xs" />
            </li>
          )}
          <li className="inline-flex items-center gap-1">
            <Mark state="pend" />
            {title}
          </li>
        </Fragment>
      ))}
    </ul>
  )
}

type LaunchFootProps = {
  readonly subject: LaunchSubject
  readonly launch: Launch
  readonly onCancel: () => void
}

/** The way back and the way on. */
export function LaunchFoot({ subject, launch, onCancel }: LaunchFootProps) {
  const t = useText()
  usePageFoot()
  return (
    <footer className="flex shrink-0 items-center gap-2 border-line border-t px-8 py-3">
      <span className="flex min-w-0 grow items-center gap-1">
        {launch.command === null ? null : (
          <>
            <Icon name="terminal" size="s" className="text-fg-3" />
            <span className="truncate plain-code text-fg-2 text-sm">{launch.command}</span>
            <CopyButton text={launch.command} label={t('workflows.launch.copyCommand')} />
          </>
        )}
      </span>
      <Button onClick={onCancel}>{t('workflows.launch.cancel')}</Button>
      <Button
        look="primary"
        icon={subject.kind === 'fork' ? 'fork' : 'play'}
        disabled={!launch.usable}
        aria-keyshortcuts="Control+Enter"
        onClick={launch.start}
      >
        {t(subject.kind === 'fork' ? 'workflows.launch.fork' : 'workflows.launch.start')}
        <Kbd onInk keys={['Mod', 'Enter']} />
      </Button>
    </footer>
  )
}
