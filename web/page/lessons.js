// The lessons: programs in lessons/. The page shows the first comment of a program as its text.

export const lessons = [
  ['regions', 'Regions'],
  ['predication', 'Predication'],
  ['simd-split', 'SIMD split'],
  ['types', 'Types and conversion'],
  ['send', 'Send'],
  ['slm', 'Shared local memory'],
  ['barrier', 'Barrier'],
  ['flow', 'Control flow and divergence'],
  ['flags', 'Flags'],
  ['indirect', 'Indirect registers'],
  ['visa', 'vISA'],
  ['cost', 'Cost'],
  ['picture', 'Draw with assembly'],
].map(([id, title], n) => ({id, title: `${n + 1}. ${title}`}));

const isComment = (line) => line.startsWith('//:');

// Lines that begin with //: are the text of the lesson. An empty //: line begins a new paragraph.
export async function readLesson(id) {
  const known = lessons.find((each) => each.id === id) ?? lessons[0];
  const answer = await fetch(`lessons/${known.id}.asm`);
  const lines = (await answer.text()).split('\n');
  const paragraphs = lines.filter(isComment).map((line) => line.slice(3).trim()).join('\n').split('\n\n');
  return {
    id: known.id,
    program: lines.filter((line) => !isComment(line)).join('\n').trimStart(),
    about() {
      const title = document.createElement('h2');
      title.textContent = known.title;
      return [title, ...paragraphs.map((text) => {
        const paragraph = document.createElement('p');
        paragraph.textContent = text;
        return paragraph;
      })];
    },
  };
}
