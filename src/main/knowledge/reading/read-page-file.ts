import { createHash } from 'node:crypto'
import { basename, extname } from 'node:path'
import { parse, YAMLError } from 'yaml'
import { z } from 'zod'
import type { FileRefusal } from '#shared/knowledge/folder.ts'
import { PAGE_LIMITS, PageTag, type PageText } from '#shared/knowledge/page.ts'
import { readBytes } from './read-bytes.ts'
import { readPdf } from './read-pdf.ts'

/** A file as the page it makes, or why it makes none. */
export type ReadFile =
  | { readonly ok: true; readonly text: PageText; readonly hash: string }
  | { readonly ok: false; readonly why: FileRefusal }

/** Size limits of files. PDFs may be larger because they contain images. */
const MOST_BYTES = 4 * 1024 * 1024
const MOST_PDF_BYTES = 64 * 1024 * 1024

/** Reads one file. It may be anything: what it holds never makes this throw. */
export async function readPageFile(path: string): Promise<ReadFile> {
  const isPdf = /\.pdf$/i.test(path)
  const bytes = await readBytes(path, isPdf ? MOST_PDF_BYTES : MOST_BYTES)
  if (typeof bytes === 'string') return { ok: false, why: bytes }
  const hash = createHash('sha256').update(bytes).digest('hex')
  const name = titleFrom(basename(path, extname(path))) ?? '?'
  const found = isPdf ? await fromPdf(bytes, name) : fromText(bytes, name)
  if (typeof found === 'string') return { ok: false, why: found }
  return found.body.length > PAGE_LIMITS.body
    ? { ok: false, why: 'too_large' }
    : { ok: true, text: found, hash }
}

async function fromPdf(bytes: Uint8Array, name: string): Promise<PageText | FileRefusal> {
  const pdf = await readPdf(bytes)
  if (typeof pdf === 'string') return pdf
  if (pdf.pages.every((page) => page.trim() === '')) return 'no_text'
  const body = pdf.pages.map((page, at) => `## p. ${at + 1}\n\n${page.trim()}\n`).join('\n')
  return { title: titleFrom(pdf.title) ?? name, body, tags: [] }
}

function fromText(bytes: Uint8Array, name: string): PageText | FileRefusal {
  const text = decoded(bytes)
  if (text === null) return 'not_utf8'
  const { head, body } = withoutFrontMatter(text)
  const heading = /^ {0,3}# +(.+?)(?: +#+)? *$/m.exec(body.slice(0, 4_000))?.[1]
  return { title: titleFrom(head.title) ?? titleFrom(heading) ?? name, body, tags: head.tags }
}

function decoded(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text.replace(/\r\n?/g, '\n')
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Front matter of other programs. Only title and tags are used. */
const Head = z.looseObject({ title: z.unknown().optional(), tags: z.unknown().optional() })

function withoutFrontMatter(text: string): { head: { title?: string; tags: string[] }; body: string } {
  const found = /^---\n([\s\S]{0,20000}?)\n(?:---|\.\.\.)(?:\n|$)/.exec(text)
  if (found === null) return { head: { tags: [] }, body: text }
  const head = Head.safeParse(parsed(found[1] ?? '')).data
  if (head === undefined) return { head: { tags: [] }, body: text }
  const { title, tags } = head
  const named = typeof tags === 'string' ? tags.split(/[,\s]+/) : Array.isArray(tags) ? tags : []
  return {
    head: {
      ...(typeof title === 'string' ? { title } : {}),
      tags: [...new Set(named.flatMap((tag) => PageTag.safeParse(tag).data ?? []))].slice(
        0,
        PAGE_LIMITS.tags,
      ),
    },
    body: text.slice(found[0].length),
  }
}

function parsed(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 10 })
  } catch (error) {
    if (error instanceof YAMLError || error instanceof ReferenceError) return null
    throw error
  }
}

/** Characters that reverse the text direction or have no width. A title must look like what it is. */
const UNSEEN = /[\p{Bidi_Control}\u200b\u2060\ufeff]/gu

function titleFrom(text: string | null | undefined): string | null {
  const title =
    text
      ?.replaceAll(UNSEEN, '')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, PAGE_LIMITS.title)
      .trim() ?? ''
  return title === '' ? null : title
}
