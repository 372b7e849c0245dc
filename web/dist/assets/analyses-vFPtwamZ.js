import{R as s}from"./index-C-ND8oIy.js";const t={ofBook:(a,o)=>s("POST /api/projects/{project_id}/analyses",{path:{project_id:a},body:o===void 0?{}:{checks:o}})};export{t as a};
