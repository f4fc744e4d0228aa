import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive. `mode` is that of Unix; `declared` lies about its size. */
export type ZipFile = {
  readonly name: string
  readonly content: string | Buffer
  readonly mode?: number
  readonly declared?: number
}

/** Returns a zip archive of these files, whatever their names. */
export function zipOf(files: readonly ZipFile[]): Buffer {
  const pieces: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const { name, content, mode = 0o100_644, declared } of files) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const title = Buffer.from(name, 'utf8')
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(0x0800, 2)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(declared ?? bytes.length, 18)
    about.writeUInt16LE(title.length, 22)
    const head = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), about, title])
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 0, 'latin1')
    entry.writeUInt16LE((3 << 8) | 20, 4)
    about.copy(entry, 6)
    entry.writeUInt32LE((mode << 16) >>> 0, 38)
    entry.writeUInt32LE(at, 42)
    entries.push(Buffer.concat([entry, title]))
    pieces.push(head, packed)
    at += head.length + packed.length
  }
  const list = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...pieces, list, end])
}
