import { type RefObject, useRef } from 'react'
import type { TextFile } from '#shared/file/project-file.ts'
import type { Highlighter } from '../../markdown/highlight/highlighter.ts'
import { useNoticeWords, useText } from '../../messages/TextProvider.tsx'
import type { ShownFile } from '../../store/files-store.ts'
import { useBytesText } from '../../ui/base/bytes-text.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu } from '../../ui/controls/Menu.tsx'
import { Banner } from '../../ui/panes/Banner.tsx'
import { EmptyState } from '../../ui/panes/EmptyState.tsx'
import { Failure } from '../../ui/panes/Failure.tsx'
import { Placeholder } from '../../ui/panes/Placeholder.tsx'
import { ForeignText } from '../../ui/text/ForeignText.tsx'
import { FileText } from './FileText.tsx'
import { type EditorMemory, type FileEditor, linesName } from './file-editor.ts'
import type { FilesParts } from './files-parts.ts'
import { OwnText } from './OwnText.tsx'
import type { FileActs } from './use-file-acts.ts'

type FileViewProps = {
  readonly parts: FilesParts
  readonly shown: ShownFile
  readonly acts: FileActs
  readonly highlighter: Highlighter
  readonly memories: Map<string, EditorMemory>
}

/** One file: its text in an editor, or why it is only shown or not shown. */
export function FileView(props: FileViewProps) {
  const { parts, shown, acts } = props
  const { path, file, problem } = shown
  const editor = useRef<FileEditor | null>(null)
  const add = () => {
    const selected = editor.current?.selected() ?? null
    if (selected === null || selected.text === '') return parts.onMention(path)
    parts.onAttach(selected.text, linesName(path, selected))
  }
  return (
    <section aria-label={path} data-pane className="pane flex h-full min-h-0 min-w-0 flex-col bg-canvas">
      <FileHead shown={shown} acts={acts} onAdd={add} />
      {problem !== null ? (
        <div className="p-4">
          <Failure
            message={problem.message}
            onRetry={() => parts.app.attempt(parts.files.load(parts.projectId, path))}
          />
        </div>
      ) : file === null && shown.onDisk === null ? (
        <div className="p-4">
          <Placeholder rows={8} />
        </div>
      ) : file?.kind === 'binary' && shown.unsaved === null ? (
        <Binary size={file.size} type={file.type} />
      ) : (
        <TextParts {...props} key={path} editor={editor} onAdd={add} />
      )}
    </section>
  )
}

type HeadProps = Pick<FileViewProps, 'shown' | 'acts'> & { readonly onAdd: () => void }

function FileHead({ shown, acts, onAdd }: HeadProps) {
  const t = useText()
  const { path, file, unsaved } = shown
  const slash = path.lastIndexOf('/') + 1
  return (
    <header className="flex min-h-(--h-bar) shrink-0 flex-wrap items-center gap-x-2 border-line border-b px-4">
      <h2 className="plain-code min-w-0 truncate text-sm">
        <span className="text-fg-3">
          <ForeignText text={path.slice(0, slash)} />
        </span>
        <b className="font-semibold">
          <ForeignText text={path.slice(slash)} />
        </b>
      </h2>
      <span role="status" className="flex min-w-0 items-center gap-2">
        {unsaved === null ? null : <Chip size="small">{t('editor.unsaved')}</Chip>}
        <FormatNote formatting={shown.formatting} />
      </span>
      <span className="grow" />
      {file?.kind === 'text' ? <Form file={file} /> : null}
      <Button size="small" look="ghost" icon="chat" onClick={onAdd}>
        {t('editor.addToChat')}
      </Button>
      {file?.kind === 'text' && file.readOnly === null ? (
        <Button size="small" disabled={unsaved === null} onClick={() => acts.save(path)}>
          {t('editor.save')}
        </Button>
      ) : null}
      <Menu
        trigger={<IconButton icon="more" size="small" label={t('editor.actions', { path })} />}
        items={acts.menuOf(path)}
      />
    </header>
  )
}

/** Says that the last save changed the text, or why it could not be formatted. */
function FormatNote({ formatting }: Pick<ShownFile, 'formatting'>) {
  const t = useText()
  const words = useNoticeWords()
  if (formatting?.state === 'changed')
    return <span className="truncate text-fg-3 text-xs">{t('editor.formatted', { by: formatting.by })}</span>
  if (formatting?.state !== 'failed') return null
  const why = formatting.said.length > 0 ? words(formatting.detail, formatting.said) : formatting.detail
  return (
    <span className="truncate text-bad text-xs" title={why}>
      <ForeignText text={t('editor.notFormatted', { why })} prose />
    </span>
  )
}

/** The encoding and the line breaks, where they are not the usual ones. */
function Form({ file: { encoding, bom, endings } }: { readonly file: TextFile }) {
  const t = useText()
  const words = [
    ...(encoding === 'UTF-8' && !bom ? [] : [bom ? t('editor.withMark', { encoding }) : encoding]),
    ...(endings === 'lf' ? [] : [t(`editor.endings.${endings}`)]),
  ]
  if (words.length === 0) return null
  return <span className="text-fg-3 text-xs max-medium:hidden">{words.join(' · ')}</span>
}

function Binary({ size, type }: { readonly size: number; readonly type: string | null }) {
  const t = useText()
  const bytesText = useBytesText()
  const kind = type ?? t('editor.binary')
  return (
    <EmptyState icon="file" title={t('editor.noText')}>
      {t('editor.noTextWhy', { kind, size: bytesText(size) })}
    </EmptyState>
  )
}

type TextPartsProps = FileViewProps & {
  readonly editor: RefObject<FileEditor | null>
  readonly onAdd: () => void
}

function TextParts({ parts, shown, acts, highlighter, memories, editor, onAdd }: TextPartsProps) {
  const t = useText()
  const { path, file, unsaved, onDisk } = shown
  const readOnly = file?.kind === 'text' && unsaved === null ? file.readOnly : null
  const isTrusted = file?.kind !== 'text' || file.readOnly !== 'trust'
  return (
    <>
      {readOnly === null ? null : (
        <div className="px-4 pt-2">
          <Banner look="plain">{t(`editor.readOnly.${readOnly}`)}</Banner>
        </div>
      )}
      {onDisk === null || unsaved === null ? null : (
        <div className="px-4 pt-2">
          <Contest path={path} isGone={onDisk === 'gone'} acts={acts} canSave={isTrusted} />
        </div>
      )}
      <OwnText
        parts={parts}
        shown={shown}
        acts={acts}
        highlighter={highlighter}
        memories={memories}
        editor={editor}
        readOnly={readOnly}
        title={onDisk === null ? null : <PartTitle>{t('editor.yours')}</PartTitle>}
        onAdd={onAdd}
      >
        {onDisk === null || onDisk === 'gone' || onDisk.kind !== 'text' ? null : (
          <div className="flex min-h-0 min-w-0 flex-1 flex-col border-line border-l">
            <PartTitle>{t('editor.onDisk')}</PartTitle>
            <FileText
              path={path}
              highlighter={highlighter}
              label={t('editor.diskTextOf', { path })}
              text={onDisk.text}
              editable={false}
              place={null}
              memories={null}
            />
          </div>
        )}
      </OwnText>
    </>
  )
}

function PartTitle({ children }: { readonly children: string }) {
  return <h3 className="border-line border-b px-4 py-1 font-semibold text-fg-3 text-xs">{children}</h3>
}

type ContestProps = {
  readonly path: string
  readonly isGone: boolean
  readonly canSave: boolean
  readonly acts: FileActs
}

/** Says that the disk holds another version, and lets the person choose one. */
function Contest({ path, isGone, canSave, acts }: ContestProps) {
  const t = useText()
  return (
    <Banner
      action={
        <>
          {isGone ? null : (
            <Button size="small" onClick={() => acts.takeDisk(path)}>
              {t('editor.takeDisk')}
            </Button>
          )}
          <Button size="small" disabled={!canSave} onClick={() => acts.saveMine(path)}>
            {t(isGone ? 'editor.saveAgain' : 'editor.saveMine')}
          </Button>
        </>
      }
    >
      {t(isGone ? 'editor.gone' : 'editor.changedOnDisk')}
    </Banner>
  )
}
