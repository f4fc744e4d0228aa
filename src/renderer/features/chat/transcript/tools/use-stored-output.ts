import { useEffect, useState } from 'react'
import type { BlobId } from '#shared/ids.ts'
import { problemOf } from '../../../../api.ts'
import { useChat } from '../../chat-context.ts'

/** As much as one list of lines can show at once, in bytes. */
const PART_BYTES = 200_000

type Stored = { readonly part: number; readonly text: string; readonly size: number }

/** An output that is kept outside of the chat, one part of it at a time. */
export type StoredOutput = {
  /** The part in view; null until it is there. */
  readonly text: string | null
  /** Index of the part, from 0. */
  readonly part: number
  readonly parts: number
  readonly problem: string | null
  readonly show: (part: number) => void
}

/** Loads a stored output once `wanted`; the part with the searched words, if any. */
export function useStoredOutput(
  blobId: BlobId | undefined,
  wanted: boolean,
  found: string | null,
): StoredOutput {
  const { api } = useChat()
  const [part, show] = useState(0)
  const [stored, setStored] = useState<Stored | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!wanted || blobId === undefined) return
    return unlessLeft(
      api.read('blob.text', { blobId, offset: part * PART_BYTES, limit: PART_BYTES }),
      (blob) => {
        setProblem(null)
        setStored({ part, ...blob })
      },
      setProblem,
    )
  }, [api, wanted, blobId, part])
  useEffect(() => {
    if (found === null || blobId === undefined) return
    return unlessLeft(
      api.read('blob.find', { blobId, words: found }),
      (at) => at !== null && show(Math.floor(at / PART_BYTES)),
      setProblem,
    )
  }, [api, blobId, found])
  const text = stored?.part === part ? stored.text : null
  return { text, part, parts: Math.ceil((stored?.size ?? 0) / PART_BYTES), problem, show }
}

/** Takes an answer, or the words of what failed, unless the one who asked has gone on. */
function unlessLeft<Answer>(
  asked: Promise<Answer>,
  take: (answer: Answer) => unknown,
  fail: (words: string) => void,
): () => void {
  let current = true
  asked.then(
    (answer) => current && take(answer),
    (error: unknown) => current && fail(problemOf(error).message),
  )
  return () => {
    current = false
  }
}
