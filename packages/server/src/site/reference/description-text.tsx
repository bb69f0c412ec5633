/** A text of the OpenAPI document: English, its paragraphs apart, what stands in code marks as code. */
export function DescriptionText({ text }: { text: string }) {
  return (
    <>
      {text.split('\n\n').map((paragraph, at) => (
        <p lang="en" key={at}>
          <CodeMarks text={paragraph} />
        </p>
      ))}
    </>
  );
}

export function CodeMarks({ text }: { text: string }) {
  return <>{text.split('`').map((piece, at) => (at % 2 === 0 ? piece : <code key={at}>{piece}</code>))}</>;
}
