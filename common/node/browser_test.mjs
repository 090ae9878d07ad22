// The browser's tests fail when they should: on an error, on a request, on what axe finds, on a page that is too wide.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Suite } from './browser.mjs'

const folder = 'build/test/browser'

function page_with(name, body) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${name}.html`, `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${name}</title><main><h1>${name}</h1>${body}</main>`)
  return `${folder}/${name}.html`
}

export default async ({ test, browser }) => {
  // What a suite of its own says about one test.
  const said = async (body) => {
    let words = ''
    const inner = new Suite(browser, { say: (line) => (words += line) })
    await body(inner)
    return { words, passed: inner.passed, failed: inner.failed }
  }
  const opened = (name, content) => said((inner) => inner.test(name, async () => void (await (await inner.open(page_with(name, content))).waitForTimeout(50))))

  await test('a page without faults passes', async () => {
    assert.deepEqual(await opened('plain', '<p>text</p>'), { words: '', passed: 1, failed: 0 })
  })
  await test('an assertion that fails is counted and named', async () => {
    const { words, failed } = await said((inner) => inner.test('one is two', async () => assert.equal(1, 2)))
    assert.equal(failed, 1)
    assert.match(words, /FAILED {2}one is two[^]*1 !== 2/)
  })
  await test('an error on the console fails', async () => {
    assert.match((await opened('console', '<script>console.error("oh")</script>')).words, /the console says: oh/)
  })
  await test('a script that throws fails', async () => {
    assert.match((await opened('throws', '<script>throw Error("no")</script>')).words, /a script failed: no/)
  })
  await test('a request that leaves the machine fails', async () => {
    assert.match((await opened('asks', '<img alt="" src="http://127.0.0.1:9/x.png">')).words, /a request left the machine: http:\/\/127/)
  })
  await test('a file that is missing fails', async () => {
    assert.match((await opened('missing', '<img alt="" src="none.png">')).words, /a request failed: file:.*none.png/)
  })
  await test('what axe finds serious fails the pictures, and so does a page wider than a phone', async () => {
    const { words, passed, failed } = await said((inner) => inner.pictures('browser-test', page_with('bad', '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><div style="width:600px">wide</div>')))
    assert.match(words, /image-alt/)
    assert.match(words, /phone, dark[^]*218 pixels wider than the window/)
    assert.deepEqual([passed, failed], [0, 4])
  })
}
