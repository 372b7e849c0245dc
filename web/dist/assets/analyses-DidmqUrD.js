import{R as s}from"./index-Cb8MHu6O.js";const t={ofBook:(a,o)=>s("POST /api/projects/{project_id}/analyses",{path:{project_id:a},body:o===void 0?{}:{checks:o}})};export{t as a};
