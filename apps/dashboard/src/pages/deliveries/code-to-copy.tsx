import { Tabs } from '@base-ui/react/tabs'
import type { ControlDelivery } from '@svc/control'
import { s } from '../../i18n/strings.ts'
import { deliveryCurl, deliveryTest, verifyCode, wireCurl } from '../../lib/delivery-code.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Section } from '../../ui/layout.tsx'

/** This delivery as a command, as a test, and a receiver that verifies one in four languages. */
export function CodeToCopy({ delivery }: { delivery: ControlDelivery }) {
  const last = delivery.attempt_log.findLast(({ wire }) => wire)
  return (
    <Section title={s.code.title}>
      <Tabs.Root defaultValue="curl">
        <Tabs.List className="tabs">
          <Tabs.Tab value="curl">curl</Tabs.Tab>
          <Tabs.Tab value="test">{s.code.test}</Tabs.Tab>
          {verifyCode.map(({ language }) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="curl">
          {last?.wire && (
            <CodeBlock
              label={s.code.asSent(last.number)}
              note={s.code.asSentNote}
              text={wireCurl(delivery, last.wire)}
            />
          )}
          <CodeBlock label={s.code.curl} note={s.code.curlNote} text={deliveryCurl(delivery)} />
        </Tabs.Panel>
        <Tabs.Panel value="test">
          <CodeBlock label={s.code.testLabel} text={deliveryTest(delivery)} />
        </Tabs.Panel>
        {verifyCode.map(({ language, file, code }) => (
          <Tabs.Panel key={language} value={language}>
            <CodeBlock label={s.code.verify(language)} note={file} text={code} />
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </Section>
  )
}
