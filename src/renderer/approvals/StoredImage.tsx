import type { BlobId } from '#shared/ids.ts'
import { useQuery } from '../data/use-query.ts'
import { Icon } from '../ui/base/Icon.tsx'
import { Enlargeable } from '../ui/panes/Enlargeable.tsx'
import { ForeignText } from '../ui/text/ForeignText.tsx'

/** A stored picture: one of a message, or one that a request would send. Its place keeps its height while it loads. */
export function StoredImage({ blobId, name }: { blobId: BlobId; name: string }) {
  // The name replaces a picture that is missing.
  const { data: url } = useQuery('blob.image', { blobId })
  return (
    <span className="flex h-40 w-fit items-center gap-2 overflow-hidden rounded-md text-fg-3 text-sm">
      {url === null ? (
        <>
          <Icon name="file" size="s" />
          <ForeignText text={name} prose />
        </>
      ) : (
        <Enlargeable src={url} name={name} className="max-w-full">
          <img src={url} alt={name} className="h-40 w-auto max-w-full rounded-md object-contain" />
        </Enlargeable>
      )}
    </span>
  )
}
