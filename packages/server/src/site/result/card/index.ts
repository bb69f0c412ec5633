export { ResultCard } from './result-card.tsx';
