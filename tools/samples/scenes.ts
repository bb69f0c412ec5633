/** Pictures drawn by code, so that nobody else has a right to them. */
const WIDTH = 960;
const HEIGHT = 640;

function picture(definitions: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>${definitions}</defs>${content}</svg>`;
}

function sky(id: string, stops: readonly (readonly [offset: number, color: string])[]): string {
  const marks = stops.map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`).join('');
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${marks}</linearGradient>`;
}

/** A line of hills from left to right, filled to the bottom; the same for the same numbers. */
function ridge(base: number, height: number, waves: readonly number[], fill: string): string {
  const points = Array.from({ length: 97 }, (_, at) => {
    const x = at * 10;
    const rise = waves.reduce((sum, wave, index) => sum + Math.sin(x / wave + index * 1.7) / (index + 1), 0);
    return `${x},${(base - height * (0.5 + rise / 3)).toFixed(1)}`;
  });
  return `<polygon points="0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}" fill="${fill}"/>`;
}

/** A floating island with a lighthouse under two moons: nothing that a camera could have seen. */
export function islandScene(): string {
  const stars = Array.from({ length: 70 }, (_, at) => {
    const [x, y] = [(at * 379) % WIDTH, (at * 211) % 340];
    return `<circle cx="${x}" cy="${y}" r="${(at % 3) * 0.6 + 0.8}" fill="#fff" opacity="${0.35 + (at % 5) * 0.12}"/>`;
  });
  return picture(
    sky('a', [
      [0, '#1b1147'],
      [0.45, '#5a2a83'],
      [0.75, '#e0607e'],
      [1, '#ffc27a'],
    ]) +
      sky('b', [
        [0, '#7a5cd6'],
        [1, '#2c1a5e'],
      ]) +
      '<radialGradient id="m"><stop offset="0" stop-color="#fff7e0"/><stop offset="1" stop-color="#ffd9a0"/></radialGradient>',
    `<rect width="960" height="640" fill="url(#a)"/>${stars.join('')}
<circle cx="735" cy="150" r="74" fill="url(#m)"/><circle cx="760" cy="138" r="14" fill="#f0c890" opacity=".5"/><circle cx="712" cy="172" r="20" fill="#f0c890" opacity=".4"/>
<circle cx="585" cy="96" r="26" fill="#cfe3ff"/>
${ridge(600, 80, [90, 37, 19], '#8c3f7d')}${ridge(640, 70, [120, 51, 23], '#4a2163')}
<path d="M250 360 Q480 320 690 360 Q660 440 560 480 Q500 570 470 580 Q440 560 400 480 Q290 440 250 360z" fill="url(#b)"/>
<path d="M236 362 Q480 300 704 362 Q640 392 480 392 Q320 392 236 362z" fill="#57c4a0"/><path d="M300 366 Q480 330 640 366 Q560 380 480 380 Q380 380 300 366z" fill="#7fe0b4"/>
<path d="M452 352 L462 176 H498 L508 352z" fill="#fff4e8"/><path d="M458 250 H502 L504 286 H456z M460 205 H500 L501 226 H459z M454 316 H506 L508 352 H452z" fill="#e2556b"/>
<rect x="456" y="140" width="48" height="38" rx="4" fill="#33224f"/><rect x="464" y="147" width="32" height="24" fill="#ffe98a"/><path d="M452 140 L480 112 L508 140z" fill="#e2556b"/>
<path d="M496 159 L960 60 V250z" fill="#fff2b0" opacity=".28"/><path d="M464 159 L0 96 V226z" fill="#fff2b0" opacity=".18"/>
<g fill="#2f8f76"><path d="M340 356 l22 -62 22 62z"/><path d="M372 360 l17 -48 17 48z"/><path d="M566 360 l24 -68 24 68z"/><path d="M602 362 l16 -44 16 44z"/></g>
<g fill="#fff" opacity=".75"><ellipse cx="180" cy="300" rx="90" ry="14"/><ellipse cx="240" cy="288" rx="56" ry="12"/><ellipse cx="800" cy="420" rx="110" ry="15"/><ellipse cx="735" cy="406" rx="60" ry="12"/></g>
<path d="M470 580 q10 40 0 60" stroke="#bfe9ff" stroke-width="7" fill="none" opacity=".7"/>`,
  );
}

/** A lake in the morning, with the softness and the grain of a photograph; for the changed copy, with somebody on the water. */
export function lakeScene({ hasVisitor }: { hasVisitor: boolean }): string {
  const visitor = `<g transform="translate(560 438)"><path d="M0 0 H230 Q206 40 168 40 H58 Q18 40 0 0z" fill="#b3261e"/><path d="M0 0 H230 L224 11 H6z" fill="#f4e9dc"/><rect x="108" y="-148" width="8" height="150" fill="#3b2a22"/><path d="M120 -142 Q214 -90 198 -14 H120z" fill="#fbfbf7"/><path d="M104 -130 Q44 -70 40 -14 H104z" fill="#e9e4da"/><ellipse cx="112" cy="58" rx="120" ry="9" fill="#2b4350" opacity=".45"/></g>`;
  const glints = Array.from({ length: 60 }, (_, at) => {
    const [x, y] = [(at * 457) % WIDTH, 424 + ((at * 97) % 190)];
    return `<rect x="${x}" y="${y}" width="${20 + (at % 7) * 12}" height="2" fill="#fff" opacity="${0.08 + (at % 4) * 0.05}"/>`;
  });
  return picture(
    sky('a', [
      [0, '#7fa9c9'],
      [0.5, '#c9d9e0'],
      [0.66, '#f3e2cb'],
      [1, '#f3e2cb'],
    ]) +
      sky('w', [
        [0, '#d9d3c4'],
        [0.2, '#9fb6bd'],
        [1, '#35566a'],
      ]) +
      '<filter id="soft"><feGaussianBlur stdDeviation="1.1"/></filter><filter id="far"><feGaussianBlur stdDeviation="3"/></filter><filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".9" numOctaves="1" seed="7"/><feColorMatrix values="0 0 0 0 .5 0 0 0 0 .5 0 0 0 0 .5 0 0 0 .16 0"/></filter>',
    `<rect width="960" height="640" fill="url(#a)"/><circle cx="250" cy="236" r="40" fill="#fff6e2" filter="url(#far)"/>
<g filter="url(#far)">${ridge(420, 190, [97, 41, 17], '#9db2bd')}</g><g filter="url(#soft)">${ridge(425, 130, [71, 29, 13], '#6f8b93')}${ridge(430, 70, [53, 19, 7], '#41605f')}</g>
<rect y="418" width="960" height="222" fill="url(#w)"/><g filter="url(#soft)">${glints.join('')}<ellipse cx="250" cy="470" rx="46" ry="60" fill="#fff1d6" opacity=".35"/></g>
${hasVisitor ? visitor : ''}
<g filter="url(#soft)" fill="#1f3230"><path d="M0 640 V520 Q60 540 110 590 Q150 622 200 640z"/><path d="M34 540 L30 392 L38 392 L46 545z"/><path d="M34 400 q-34 24 -30 60 q34 -8 34 -40 q18 22 42 18 q-8 -32 -46 -38z"/></g>
<rect width="960" height="640" filter="url(#grain)"/>`,
  );
}

/** Hills above a river in ink and water, with a raft. */
export function karstScene(): string {
  const peak = (x: number, y: number, width: number, height: number, fill: string): string =>
    `<path d="M${x} ${y} C${x + width * 0.16} ${y - height * 0.9} ${x + width * 0.36} ${y - height} ${x + width * 0.5} ${y - height} C${x + width * 0.68} ${y - height} ${x + width * 0.84} ${y - height * 0.8} ${x + width} ${y}z" fill="${fill}"/>`;
  return picture(
    sky('a', [
      [0, '#f7efe0'],
      [0.6, '#f2d9bf'],
      [1, '#e8c4a8'],
    ]) +
      sky('w', [
        [0, '#cfd8cf'],
        [1, '#7fa39b'],
      ]),
    `<rect width="960" height="640" fill="url(#a)"/><circle cx="690" cy="150" r="56" fill="#d9523f"/>
${peak(40, 430, 190, 230, '#b9c7bd')}${peak(560, 430, 230, 270, '#b4c4bb')}${peak(760, 430, 210, 180, '#bccabf')}
${peak(170, 432, 230, 310, '#86a398')}${peak(400, 432, 210, 200, '#8fa99e')}${peak(690, 432, 190, 240, '#7f9e94')}
${peak(-70, 436, 230, 260, '#4f7468')}${peak(330, 436, 150, 150, '#5a7d72')}${peak(830, 436, 220, 290, '#476b60')}
<rect y="430" width="960" height="210" fill="url(#w)"/>
<g fill="#fff" opacity=".5"><ellipse cx="300" cy="424" rx="230" ry="10"/><ellipse cx="740" cy="428" rx="180" ry="8"/></g>
<g fill="#567d73" opacity=".35"><path d="M170 440 C220 560 320 560 400 440z"/><path d="M690 440 C730 540 820 540 880 440z"/></g>
<path d="M380 548 Q470 562 600 544" stroke="#3a2c22" stroke-width="9" fill="none" stroke-linecap="round"/><path d="M470 548 v-46" stroke="#23302c" stroke-width="14" stroke-linecap="round"/><circle cx="470" cy="488" r="11" fill="#e7bd95"/><path d="M446 486 L470 464 L494 486z" fill="#b98a4b"/><path d="M486 430 L540 580" stroke="#6b533c" stroke-width="4"/>
<g stroke="#fff" stroke-width="2" opacity=".55"><path d="M350 574 h120M520 588 h150M120 520 h90M780 520 h110M640 490 h70"/></g>
<g stroke="#2f3d37" stroke-width="3" fill="none"><path d="M150 150 q14 -14 28 0 q14 -14 28 0M230 196 q10 -10 20 0 q10 -10 20 0"/></g>`,
  );
}
