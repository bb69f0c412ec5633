import { takeJson, parseJson, jsonMembers } from './json-text.ts';
import { mapMembers, labelKeyOf } from './label-keys.ts';
const s=`{${Array.from({length:90000},(_,i)=>`"${i}":1`).join(',')}}`;
const t=(n:string,f:()=>unknown)=>{const a=performance.now();const r=f();console.log(n,(performance.now()-a).toFixed(1));return r};
t('take',()=>takeJson(s)); t('parse',()=>parseJson(s)); const m=t('members',()=>jsonMembers(s)) as any[];
t('filter',()=>m.filter(({ key }) => key.trim().toLowerCase() === 'aigc'));
t('keyof',()=>m.map(x=>labelKeyOf(x.key)));
t('map',()=>mapMembers(m.map(x=>({name:x.key,text:'',type:'string'}))));
