import { type ReactNode, useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { useBytesText } from '../../../ui/base/bytes-text.ts'
import { sentences } from '../../../ui/base/sentences.ts'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { useSession } from '../chat-context.ts'
import { Block } from '../inspector/Block.tsx'
import { Delta } from '../inspector/Delta.tsx'
import { LoggedFiles } from '../inspector/LoggedFiles.tsx'
import { FileTree } from './FileTree.tsx'
import { type FileView, fileRows, sum } from './file-rows.ts'
import { Unfinished } from './Unfinished.tsx'
import { type Touched, useSharedFiles } from './use-touched-files.ts'

/** The files that agents of the open chat have changed, and the way back for each of them. */
export function FilesBlock() {
  const sessionId = useSession((state) => state.sessionId)
  return sessionId === null ? null : <FilesOf key={sessionId} sessionId={sessionId} />
}

function FilesOf({ sessionId }: { readonly sessionId: SessionId }) {
  const t = useText()
  const shared = useSharedFiles(sessionId)
  if (shared === null) return null
  const { data, problem, reload } = shared
  if (data === null) {
    return problem === null ? null : (
      <Block title={t('chat.files')}>
        <Failure message={problem} onRetry={reload} />
      </Block>
    )
  }
  if (data.files.length === 0 && data.unfinished === null) return <LoggedFiles />
  return <TouchedBlock sessionId={sessionId} touched={data} onChanged={reload} />
}

type TouchedBlockProps = {
  readonly sessionId: SessionId
  readonly touched: Touched
  readonly onChanged: () => void
}

const NONE: ReadonlySet<string> = new Set()

function TouchedBlock({ sessionId, touched, onChanged }: TouchedBlockProps) {
  const t = useText()
  const [view, setView] = useState<FileView>('runs')
  const lines = sum(fileRows(touched, 'files', NONE).map((row) => row.lines))
  return (
    <Block
      title={t('chat.files')}
      right={
        <>
          {t('chat.fileCount', { count: touched.files.length })} <Delta {...lines} />
        </>
      }
    >
      {touched.unfinished === null ? null : (
        <Unfinished sessionId={sessionId} unfinished={touched.unfinished} onLeft={onChanged} />
      )}
      <span>
        <Segmented
          label={t('files.view')}
          value={view}
          onChange={(next) => setView(next === 'files' ? 'files' : 'runs')}
          options={[
            { value: 'runs', label: t('files.byRun') },
            { value: 'files', label: t('files.byFile') },
          ]}
        />
      </span>
      <FileTree sessionId={sessionId} touched={touched} view={view} />
      <Quiet>{sentences(t, [t('files.note'), t('files.commands')])}</Quiet>
      <Usage usage={touched.usage} />
    </Block>
  )
}

function Usage({ usage: { bytes, limit, released } }: { readonly usage: Touched['usage'] }) {
  const t = useText()
  const size = useBytesText()
  return (
    <Quiet>
      {t('files.used', { used: size(bytes), limit: size(limit) })}
      {released === 0 ? null : ` ${t('files.released', { count: released })}`}
    </Quiet>
  )
}

function Quiet({ children }: { readonly children: ReactNode }) {
  return <p className="figures text-fg-3 text-xs">{children}</p>
}
