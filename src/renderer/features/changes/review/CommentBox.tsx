import { useState } from 'react'
import { useText } from '../../../messages/TextProvider.tsx'
import type { Comment } from '../../../store/review-store.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Chip } from '../../../ui/controls/Chip.tsx'
import { Kbd } from '../../../ui/controls/Kbd.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'

type CommentEditorProps = {
  readonly text: string
  readonly onSave: (text: string) => void
  readonly onCancel: () => void
}

/** Takes the words of a comment. Ctrl+Enter adds it, Escape leaves it. */
export function CommentEditor({ text: first, onSave, onCancel }: CommentEditorProps) {
  const t = useText()
  const [text, setText] = useState(first)
  const save = () => (text.trim() === '' ? onCancel() : onSave(text.trim()))
  return (
    <div className="my-2 mr-4 ml-[104px] grid max-w-160 gap-2 rounded-lg bg-raised p-3 shadow-card inset-ring inset-ring-line-strong">
      <TextArea
        autoFocus
        aria-label={t('changes.comment')}
        placeholder={t('changes.commentHint')}
        value={text}
        onText={setText}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
          else if (event.key === 'Escape') onCancel()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
      <div className="flex justify-end gap-2">
        <Button size="small" look="ghost" onClick={onCancel}>
          {t('changes.cancel')}
        </Button>
        <Button size="small" look="primary" disabled={text.trim() === ''} onClick={save}>
          {t('changes.addComment')} <Kbd keys={['Mod', 'Enter']} onInk />
        </Button>
      </div>
    </div>
  )
}

type CommentCardProps = {
  readonly comment: Comment
  readonly onEdit: () => void
  readonly onDelete: () => void
}

/** A comment that waits to be sent. */
export function CommentCard({ comment, onEdit, onDelete }: CommentCardProps) {
  const t = useText()
  return (
    <div className="my-2 mr-4 ml-[104px] max-w-160 rounded-lg bg-raised shadow-card inset-ring inset-ring-line-strong">
      <p className="flex items-center gap-2 px-3 pt-2 text-sm">
        <b className="font-semibold">{t('changes.you')}</b>
        <Chip size="small">{t('changes.pending')}</Chip>
      </p>
      <p className="whitespace-pre-wrap px-3 py-1 text-sm [overflow-wrap:anywhere]">
        <ForeignText text={comment.text} prose />
      </p>
      <p className="flex justify-end gap-1 px-2 pb-2">
        <Button size="small" look="ghost" onClick={onEdit}>
          {t('changes.edit')}
        </Button>
        <Button size="small" look="ghost" onClick={onDelete}>
          {t('changes.delete')}
        </Button>
      </p>
    </div>
  )
}
