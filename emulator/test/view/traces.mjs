// Traces for the viewer's tests, in the words of emulator/trace/FORMAT.md, and a reader of its own to compare the page with.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

export const folder = 'build/test/view'
const source = `${folder}/kernel.cu`

// The page that `simt view` writes of traces; each is the text of one, or the path of a file that has it.
export function page_of(name, ...traces) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(source, Array.from({ length: 40 }, (_, n) => `int line_${n + 1}; // </script> & "quotes"`).join('\n') + '\n')
  const files = traces.map((trace, k) => {
    if (!trace.includes('\n') && trace !== '') return trace
    writeFileSync(`${folder}/${name}-${k}.trace`, trace)
    return `${folder}/${name}-${k}.trace`
  })
  execFileSync('build/simt', ['view', ...files, '-o', `${folder}/${name}.html`], { stdio: 'pipe' })
  return `${folder}/${name}.html`
}

// A page with another trace in it: `simt view` itself refuses what no program writes, or holds nothing.
export function with_trace(name, page, trace) {
  const [before, after] = readFileSync(page, 'utf8').split(/(?<=<script[^>]*id="trace-0"[^>]*>)[^]*?(?=<\/script>)/)
  writeFileSync(`${folder}/${name}.html`, before + trace + after)
  return `${folder}/${name}.html`
}

// What `program` does, recorded: the path of the trace. `change` may change its text.
export function record(name, options, program, change = (text) => text) {
  mkdirSync(folder, { recursive: true })
  const path = `${folder}/${name}.trace`
  execFileSync('build/simt', ['--quiet', '--trace', path, ...options, ...program], { stdio: 'ignore' })
  writeFileSync(path, change(readFileSync(path, 'utf8')))
  return path
}

const head = 'simt-trace 1\n'
const full = 'ffffffff'

// A block of four warps reads rows 4 to 7 of `in`, 64 × 64 floats, and writes columns 4 to 7 of `out` (or its rows): stride and first
// element say where.
export function transpose({ coalesced = false, end = 'end\n' } = {}) {
  const lines = [0, 1, 2, 3].flatMap((warp) => {
    const row = 4 + warp
    const store = coalesced ? `1 0 ${warp} ${30 + 40 * warp} ${full} 4 2 ${256 * row} 4x31` : `1 0 ${warp} ${30 + 40 * warp} ${full} 32 2 ${4 * row} 256x31`
    return [`0 0 ${warp} ${20 + 40 * warp} ${full} 4 1 ${256 * row} 4x31`, store]
  })
  return `${head}launch 1 2 2 1 32 4 1 0 transpose_kernel(float*, float const*)
instruction global load 4 12 ld.global.f32 ${source}
instruction global store 4 13 st.global.f32 ${source}
array 1 16384 cudaMalloc (1st call)
shape 1 64 64 64 4 0 in
array 2 16384 cudaMalloc (2nd call)
shape 2 64 64 64 4 0 out
${lines.join('\n')}
${end}`
}

// Two warps store rows of a tile in shared memory, meet at a barrier and load columns: `pitch` floats from row to row.
export function tile(pitch) {
  const cost = pitch % 32 === 0 ? 32 : 1
  const of = (warp) => [`0 0 ${warp} ${10 + warp} ${full} 1 0 ${4 * pitch * warp} 4x31`, `1 0 ${warp} ${12 + warp} ${full}`]
  const column = (warp) => `2 0 ${warp} ${20 + warp} ${full} ${cost} 0 ${4 * warp} ${4 * pitch}x31`
  return `${head}launch 1 1 1 1 32 2 1 ${4 * 32 * pitch} void through_a_tile<Of</script>>()
shared 0 ${4 * 32 * pitch} tile
instruction shared store 4 20 st.shared.f32 ${source}
${of(0)[0]}
instruction block barrier 0 21 bar.sync ${source}
${[of(0)[1], ...of(1)].join('\n')}
instruction shared load 4 22 ld.shared.f32 ${source}
${[0, 1].map(column).join('\n')}
end
`
}

// Two warps: all lanes at line 30, half of warp 0's at line 31, a barrier at line 32, and then lane 0 of warp 0 alone.
export function tree() {
  return `${head}launch 3 1 1 1 64 1 1 256 tree()
place 30 ${source}
place 31 ${source}
place 32 ${source}
place 33 ${source}
at 0 0 0 1 ${full}
at 1 0 0 4 55555555
at 2 0 0 8 ${full}
instruction block barrier 0 32 bar.sync ${source}
0 0 0 9 ${full}
at 0 0 1 10 ${full}
at 2 0 1 12 ${full}
0 0 1 13 ${full}
at 3 0 0 20 1
instruction shared load 4 33 ld.shared.f32 ${source}
1 0 0 22 1 1 0 0
end
`
}

// The accesses of a trace's last launch, read without the page's code: [{ space, line, block, warp, cost, array, lanes: Map(lane → byte) }].
export function accesses_of(text) {
  let instructions = []
  let accesses = []
  for (const line of text.split('\n')) {
    const words = line.split(' ')
    if (words[0] === 'launch') [instructions, accesses] = [[], []]
    if (words[0] === 'instruction') instructions.push({ space: words[1], kind: words[2], width: Number(words[3]), line: Number(words[4]) })
    if (!/^\d/.test(line)) continue
    const [instruction, block, warp, , mask, cost, array, first, ...steps] = words
    const lanes = new Map()
    const distances = steps.flatMap((step) => {
      const [distance, times = 1] = step.split('x').map(Number)
      return Array(times).fill(distance)
    })
    let at = Number(first)
    for (let lane = 0; lane < 32; ++lane) {
      if (!((BigInt(`0x${mask}`) >> BigInt(lane)) & 1n)) continue
      if (lanes.size > 0) at += distances.shift()
      lanes.set(lane, at)
    }
    accesses.push({ ...instructions[Number(instruction)], block: Number(block), warp: Number(warp), cost: Number(cost), array: Number(array), lanes })
  }
  return accesses
}
